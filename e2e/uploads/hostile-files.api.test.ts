import { beforeAll, describe, expect, test } from 'vitest';
import { fetchFile } from '../support/api-files.ts';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { makeHostileFiles, makePolyglots } from '../support/hostile-pictures.ts';
import { addressOf, listImages, originalOf, pictureTools, startWith } from '../support/picture-tools.ts';
import { digestOf, drawPicture } from '../support/pictures.ts';
import { countCalls, setLatency } from '../support/sandbox.ts';

let artist: Account;
beforeAll(async () => {
  await setLatency(0);
  artist = await signIn(newEmail());
});

describe.each(pictureTools)('$name', (tool) => {
  test('a bad file fails alone, at once, with its reason [D-uploads.6, D-file-types.3, D-batches.6, D-batches.8]', async () => {
    const bad = await makeHostileFiles(tool.name);
    const good = { name: 'good.png', bytes: await drawPicture() };
    const id = await startWith(tool, artist, [good, ...bad, good]);
    const batch = await tool.waitForBatch(artist, id);
    expect(batch).toMatchObject({ status: 'completed', done: 2, failedCount: bad.length, uncertainCount: 0 });
    expect(batch.failures.toSorted((one, other) => one.index - other.index)).toEqual(
      bad.map(({ reason }, index) => ({
        index: index + 1,
        state: 'failed',
        reason: expect.stringMatching(reason),
        attempts: 1,
        permanent: 'unreadable',
      })),
    );
    expect((await listImages(tool, artist, id)).map(({ index }) => index)).toEqual([0, bad.length + 1]);
    for (const { bytes } of bad) expect(await countCalls(digestOf(bytes))).toEqual({ received: 0, paid: 0 });
  });

  test('strips hidden payloads from polyglot images, in both directions [D-uploads.6, D-media.2]', async () => {
    const polyglots = await makePolyglots();
    const id = await startWith(tool, artist, polyglots);
    expect(await tool.waitForBatch(artist, id)).toMatchObject({ done: polyglots.length });
    for (const [index, { bytes, tail }] of polyglots.entries()) {
      const original = await fetchFile(artist, originalOf(tool, id, index));
      expect(Object.fromEntries(original.headers)).toMatchObject({
        'content-type': 'image/png',
        'x-content-type-options': 'nosniff',
      });
      expect(original.bytes.equals(bytes)).toBe(true);
      const made = await fetchFile(artist, addressOf(tool.calls.image, id, index));
      expect(made.headers.get('content-type')).toMatch(/^image\/(png|jpeg)$/);
      expect(made.headers.get('x-content-type-options')).toBe('nosniff');
      expect(made.bytes.includes(tail)).toBe(false);
      // The provider did not get the original bytes.
      expect(await countCalls(digestOf(bytes))).toMatchObject({ received: 0 });
    }
  });

  test('returns an HTML page posing as an image as bytes no browser runs', async () => {
    const page = Buffer.from('<!doctype html><script>alert(document.domain)</script>');
    const id = await startWith(tool, artist, [{ name: 'page.html', bytes: page, type: 'text/html' }]);
    await tool.waitForBatch(artist, id);
    const original = await fetchFile(artist, originalOf(tool, id));
    expect(original.status).toBe(200);
    expect(Object.fromEntries(original.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
    });
    const thumbnail = await fetchFile(artist, `${originalOf(tool, id)}/thumbnail`);
    expect(thumbnail.status).toBe(404);
  });
});
