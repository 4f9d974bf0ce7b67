import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { config } from '../config.ts';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { makeRequest, startBatch, waitForBatch } from '../support/generator.ts';
import { addFaults, clearFaults, isHeld, release, setLatency } from '../support/sandbox.ts';
import { downloadOf, pathOf } from '../support/api-files.ts';

const WITHIN_MS = 120_000;

let artist: Account;
beforeAll(async () => {
  await setLatency(0);
  artist = await signIn(newEmail());
});
afterEach(clearFaults);

const startDownload = (id: string) =>
  fetch(new URL(downloadOf(id), config.portalUrl), { headers: { authorization: `Bearer ${artist.token}` } });

/** The outcome of a download, or a failure if it hangs. */
async function findEnd(download: Promise<Response>): Promise<'whole' | 'cut off' | 'hangs'> {
  const answer = await download;
  expect(answer.status).toBe(200);
  const ended = answer.arrayBuffer().then(
    () => 'whole' as const,
    () => 'cut off' as const,
  );
  const end = await Promise.race([ended, sleep(WITHIN_MS, 'hangs' as const)]);
  expect((await callApi('GET', '/api/health')).status).toBe(200);
  return end;
}

const makeBatch = async () => {
  const id = await startBatch(artist, makeRequest('stability', { quantity: 11 }));
  await waitForBatch(artist, id);
  return id;
};

test('cuts off a ZIP when an image cannot be read', async () => {
  const id = await makeBatch();
  await addFaults({
    provider: 'cloudinary',
    match: { operation: 'delivery', promptIncludes: `${id}/009` },
    fault: { kind: 'server-error' },
  });
  expect(await findEnd(startDownload(id))).toBe('cut off');
});

test('ends a ZIP when its batch is deleted during the download', async () => {
  const id = await makeBatch();
  await addFaults({
    provider: 'cloudinary',
    match: { operation: 'delivery', promptIncludes: id },
    fault: { kind: 'hold' },
  });
  const download = startDownload(id);
  // It has begun, and its first picture has not come.
  await expect.poll(() => isHeld(id)).toBe(true);
  expect((await callApi('DELETE', pathOf(id), { as: artist })).status).toBe(204);
  await release();
  expect(await findEnd(download)).not.toBe('hangs');
});

test('releases everything when the reader disconnects', async () => {
  const id = await makeBatch();
  await addFaults({
    provider: 'cloudinary',
    match: { operation: 'delivery', promptIncludes: id },
    fault: { kind: 'slow', ms: 300 },
  });
  const answer = await startDownload(id);
  await answer.body?.cancel();
  await sleep(1000);
  await clearFaults();
  expect(await findEnd(startDownload(id))).toBe('whole');
});
