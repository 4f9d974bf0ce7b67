import { renameStylizerBatch, StylizerBatchSchema, stylizerCalls } from '@portal/contracts/stylizer';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { watchBatches } from '../support/batches.ts';
import { originalOf, startWith, stylizer } from '../support/picture-tools.ts';
import { digestOf, drawPicture } from '../support/pictures.ts';
import { addFaults, clearFaults, countCalls, isHeld, releaseCalls, setLatency } from '../support/sandbox.ts';
import { fetchFile } from '../support/api-files.ts';

const { listBatches, waitForBatch } = watchBatches(stylizerCalls.list.path, StylizerBatchSchema);
const oneOf = (id: string) => `/api/stylizer/batch/${id}`;

let artist: Account;
beforeAll(async () => {
  await setLatency(0);
  artist = await signIn(newEmail());
  // The first call is slow, and the sandbox holds calls for a few seconds only.
  await waitForBatch(
    artist,
    await startWith(stylizer, artist, [{ name: 'a.png', bytes: await drawPicture() }]),
  );
});
afterAll(async () => {
  await clearFaults();
  await releaseCalls();
});

const onDigest = (bytes: Buffer, kind: string) => ({
  provider: 'openai' as const,
  match: { promptIncludes: digestOf(bytes) },
  fault: { kind },
});

test('reports each image; a rejected one fails alone, a running one survives a cancel [T3.7.3, T4.1.1, D-batches.1, D-batches.4]', async () => {
  const [good, refused, held] = await Promise.all([drawPicture(), drawPicture(), drawPicture()]);
  await addFaults(onDigest(refused, 'refusal'), onDigest(held, 'hold'));
  const pictures = [good, refused, held].map((bytes, index) => ({ name: `${index}.png`, bytes }));
  const id = await startWith(stylizer, artist, pictures, { preset: 'goth', batchName: 'Three' });
  await expect.poll(() => isHeld(digestOf(held))).toBe(true);
  const working = await waitForBatch(
    artist,
    id,
    ({ completedCount, failedCount }) => completedCount === 1 && failedCount === 1,
  );
  expect(working).toMatchObject({
    name: 'Three',
    preset: 'goth',
    status: 'processing',
    progress: 67,
    endedAt: null,
    images: ['0.png', '1.png', '2.png'],
  });
  const addressesOf = (index: number) => ({
    originalImageUrl: `/api/stylizer/batches/${id}/originals/${index}`,
    originalThumbnailUrl: `/api/stylizer/batches/${id}/originals/${index}/thumbnail`,
  });
  const NOT_MADE = { styledImageUrl: null, thumbnailUrl: null };
  const styledImageUrl = `/api/stylizer/batches/${id}/images/0`;
  expect(working.results).toEqual([
    {
      ...{ index: 0, fileName: '0.png', status: 'completed', ...addressesOf(0) },
      ...{ styledImageUrl, thumbnailUrl: `${styledImageUrl}/thumbnail` },
    },
    { index: 1, fileName: '1.png', status: 'failed', ...addressesOf(1), ...NOT_MADE },
    { index: 2, fileName: '2.png', status: 'processing', ...addressesOf(2), ...NOT_MADE },
  ]);

  expect((await callApi('POST', `${oneOf(id)}/cancel`, { as: artist })).status).toBe(200);
  await clearFaults();
  await releaseCalls();
  const ended = await waitForBatch(artist, id);
  expect(ended).toMatchObject({ status: 'completed', progress: 100, completedCount: 2, cancelledCount: 0 });
  expect(ended.results.map(({ status }) => status)).toEqual(['completed', 'failed', 'completed']);
  expect(ended.failures).toMatchObject([
    { index: 1, reason: expect.stringMatching(/content rules/), attempts: 1 },
  ]);
});

test('reports waiting images as pending, and cancels them with the batch [T4.1.1, D-batches.4]', async () => {
  const bytes = await drawPicture();
  await addFaults(onDigest(bytes, 'hold'));
  // Two more than the queue runs at once.
  const pictures = Array.from({ length: 12 }, () => ({ name: 'a.png', bytes }));
  const id = await startWith(stylizer, artist, pictures);
  const [started] = await listBatches(artist);
  expect(started?.results.at(-1)).toMatchObject({ index: 11, status: 'pending' });
  const { body } = await callApi('POST', `${oneOf(id)}/cancel`, { as: artist });
  const { cancelledCount, results } = stylizerCalls.cancel.response.parse(body).batch;
  expect(cancelledCount).toBeGreaterThanOrEqual(2);
  expect(results.filter(({ status }) => status === 'cancelled')).toHaveLength(cancelledCount);
  await clearFaults();
  await releaseCalls();
  expect(await waitForBatch(artist, id)).toMatchObject({ cancelledCount, failedCount: 0 });
  expect((await countCalls(digestOf(bytes))).received).toBe(12 - cancelledCount);
  expect((await fetchFile(artist, originalOf(stylizer, id, 11))).bytes.equals(bytes)).toBe(true);
  expect((await fetchFile(artist, `/api/stylizer/batches/${id}/images/11`)).status).toBe(404);
});

test('serves the first original and the first styled image at URLs of their own [T7.4.9]', async () => {
  const [first, second] = await Promise.all([drawPicture(), drawPicture()]);
  await addFaults(onDigest(first, 'refusal'), onDigest(second, 'hold'));
  const id = await startWith(stylizer, artist, [
    { name: 'first.png', bytes: first },
    { name: 'second.png', bytes: second },
  ]);
  const read = (which: string) => fetchFile(artist, `${oneOf(id)}/${which}`);
  expect((await read('original')).bytes.equals(first)).toBe(true);
  expect((await read('styled')).status).toBe(404);
  await expect.poll(() => isHeld(digestOf(second))).toBe(true);
  await releaseCalls();
  const batch = await waitForBatch(artist, id);
  await clearFaults();
  expect(batch).toMatchObject({
    originalImageUrl: `/api/stylizer/batches/${id}/originals/0`,
    styledImageUrl: `/api/stylizer/batches/${id}/images/1`,
  });
  const styled = await read('styled');
  expect(styled.bytes.equals((await fetchFile(artist, batch.styledImageUrl ?? '')).bytes)).toBe(true);
  expect(styled.headers.get('content-type')).toBe(`image/${(await sharp(styled.bytes).metadata()).format}`);
});

test('returns a PNG for images with alpha, else a JPEG, and never the original', async () => {
  const clear = await sharp(await drawPicture())
    .ensureAlpha(0.5)
    .png()
    .toBuffer();
  const solid = await drawPicture({ format: 'webp' });
  const id = await startWith(stylizer, artist, [
    { name: 'clear.png', bytes: clear },
    { name: 'solid.webp', bytes: solid },
  ]);
  await waitForBatch(artist, id);
  const made = await Promise.all(
    [0, 1].map((index) => fetchFile(artist, `/api/stylizer/batches/${id}/images/${index}`)),
  );
  expect(await Promise.all(made.map(async ({ bytes }) => (await sharp(bytes).metadata()).format))).toEqual([
    'png',
    'jpeg',
  ]);
  expect(made[0]?.bytes.equals(clear)).toBe(false);
});

test('renames a batch within the limits and returns the updated batch [T7.4.7]', async () => {
  const id = await startWith(stylizer, artist, [{ name: 'a.png', bytes: await drawPicture() }]);
  const before = await waitForBatch(artist, id);
  const rename = (name: unknown) => callApi('PATCH', `${oneOf(id)}/name`, { as: artist, body: { name } });
  for (const [name, kept] of [
    ['  Füchse/狐 <b>"🦊"</b> ', 'Füchse/狐 <b>"🦊"</b>'],
    ['n'.repeat(150), 'n'.repeat(150)],
  ]) {
    const { status, body } = await rename(name);
    expect(status).toBe(200);
    const { batch } = renameStylizerBatch.response.parse(body);
    expect(batch).toEqual({ ...before, name: kept, folderLink: expect.any(String) });
  }
  for (const name of ['', ' \n ', 'n'.repeat(151), 7, null, undefined]) {
    expect(await rename(name)).toMatchObject({ status: 400, body: { details: [{ path: 'name' }] } });
  }
  expect((await listBatches(artist)).find((batch) => batch.id === id)?.name).toBe('n'.repeat(150));
});
