import { generatorCalls } from '@portal/contracts/image-generator';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { downloadOf, fetchFile, newPrompt, pathOf } from '../support/api-files.ts';
import { makeRequest, startBatch, waitForBatch } from '../support/generator.ts';
import { listAssets } from '../support/media-service.ts';
import { readZip } from '../support/read-zip.ts';
import { countCalls, setImageLimit, setLatency } from '../support/sandbox.ts';
import { postCleanup, prepareCleanup, restoreCleanup } from '../support/storage-cleanup.ts';
import { listObjects } from '../support/storage.ts';

const QUANTITY = 3;

let artist: Account;
beforeAll(async () => {
  await setLatency(0);
  artist = await signIn(newEmail());
});
afterAll(() => setImageLimit());

/** A batch whose images the media service refuses as too large. */
async function startRefused(quantity = QUANTITY) {
  await setImageLimit(1000);
  const prompt = newPrompt('a lighthouse');
  const id = await startBatch(artist, makeRequest('stability', { prompt, quantity }));
  const batch = await waitForBatch(artist, id);
  await setImageLimit();
  return { id, batch, prompt, stored: `results/portal/image-generator/${id}/` };
}

test('pays once for an image that Cloudinary refuses, then serves and deletes it', async () => {
  const { id, batch, prompt, stored } = await startRefused();
  expect(batch).toMatchObject({ status: 'completed', completedCount: QUANTITY, folderLink: null });
  expect(await countCalls(prompt)).toEqual({ received: QUANTITY, paid: QUANTITY });
  expect(await listAssets(id)).toEqual([]);
  expect(await listObjects(stored)).toHaveLength(2 * QUANTITY);

  const { body } = await callApi('GET', `${pathOf(id)}/images`, { as: artist });
  const { images } = generatorCalls.images.response.parse(body);
  expect(images).toHaveLength(QUANTITY);
  const stranger = await signIn(newEmail());
  for (const { webUrl, thumbnailUrl, width, height, bytes } of images) {
    const full = await fetchFile(artist, webUrl);
    expect(full.headers.get('cache-control')).toBe('private, max-age=259200, immutable');
    expect(full.bytes).toHaveLength(bytes);
    expect(await sharp(full.bytes).metadata()).toMatchObject({ format: 'jpeg', width, height });
    const small = await fetchFile(artist, thumbnailUrl);
    expect(small.headers.get('content-type')).toBe('image/webp');
    expect(Math.max(...Object.values(await sizeOf(small.bytes)))).toBe(320);
    for (const path of [webUrl, thumbnailUrl]) expect((await fetchFile(stranger, path)).status).toBe(404);
  }
  const zip = await readZip((await fetchFile(artist, downloadOf(id))).bytes);
  expect(zip.map(({ name, bytes }) => ({ name, bytes: bytes.length }))).toEqual(
    images.map(({ fileName, bytes }) => ({ name: fileName, bytes })),
  );

  await callApi('DELETE', pathOf(id), { as: artist });
  await expect.poll(() => listObjects(stored)).toEqual([]);
});

test('the manual cleanup deletes what the media service has refused', async () => {
  const { id, stored } = await startRefused(1);
  const admin = await prepareCleanup();
  try {
    const { stats } = await postCleanup(admin);
    expect(stats.deletedImages).toBeGreaterThanOrEqual(1);
    expect(await listObjects(stored)).toEqual([]);
    expect(await waitForBatch(artist, id)).toMatchObject({ filesDeleted: true });
  } finally {
    await restoreCleanup();
  }
});

async function sizeOf(bytes: Buffer): Promise<{ width: number; height: number }> {
  const { width, height } = await sharp(bytes).metadata();
  return { width, height };
}
