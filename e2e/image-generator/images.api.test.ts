import type { BatchImage } from '@portal/contracts/batch-calls';
import { generatorCalls } from '@portal/contracts/image-generator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { listBatches, makeRequest, providerNames, startBatch, waitForBatches } from '../support/generator.ts';
import { addFaults, clearFaults, setLatency } from '../support/sandbox.ts';
import { fetchFile, newPrompt, pathOf, readPicture } from '../support/api-files.ts';
import { listAssets } from '../support/media-service.ts';

const SMALL_EDGE = 320;

let artist: Account;
let refusedId: string;
let ids: string[];
beforeAll(async () => {
  await setLatency(0);
  artist = await signIn(newEmail());
  const prompt = newPrompt('only some of them');
  await addFaults({
    provider: 'xai',
    match: { promptIncludes: prompt },
    times: 2,
    fault: { kind: 'refusal' },
  });
  refusedId = await startBatch(artist, makeRequest('xai', { prompt, quantity: 4 }));
  ids = await Promise.all(
    providerNames.map((provider) => startBatch(artist, makeRequest(provider, { quantity: 2 }))),
  );
  await waitForBatches(artist, [refusedId, ...ids]);
});
afterAll(clearFaults);

async function listImages(id: string): Promise<BatchImage[]> {
  const { status, body } = await callApi('GET', `${pathOf(id)}/images`, { as: artist });
  expect(status).toBe(200);
  const strict = z.strictObject({
    images: z.array(z.strictObject(generatorCalls.images.response.shape.images.element.shape)),
  });
  return strict.parse(body).images;
}

const readCacheControl = async (path: string) => (await fetchFile(artist, path)).headers.get('cache-control');

test('lists images with names, API URLs and sizes [T3.2.2, T7.1.7, D-media.3]', async () => {
  const [id = ''] = ids;
  await callApi('PATCH', `${pathOf(id)}/name`, { as: artist, body: { name: 'Red fox, 2' } });
  const images = await listImages(id);
  expect(images).toMatchObject(
    [0, 1].map((index) => ({
      index,
      fileName: `Red_fox__2_00${index + 1}.jpg`,
      webUrl: `${pathOf(id)}/images/${index}`,
      thumbnailUrl: `${pathOf(id)}/images/${index}/thumbnail`,
    })),
  );
  const batch = (await listBatches(artist)).find((one) => one.id === id);
  expect(batch).toMatchObject({
    generatedImages: images.map(({ webUrl }) => webUrl),
    thumbnailUrl: images[0]?.thumbnailUrl,
  });
});

test('lists only finished images, under their own index', async () => {
  const images = await listImages(refusedId);
  const batch = (await listBatches(artist)).find((one) => one.id === refusedId);
  const failed = new Set(batch?.failures.map(({ index }) => index));
  expect(failed.size).toBe(2);
  expect(images.map(({ index }) => index)).toEqual([0, 1, 2, 3].filter((index) => !failed.has(index)));
  for (const index of failed) {
    for (const path of [
      `${pathOf(refusedId)}/images/${index}`,
      `${pathOf(refusedId)}/images/${index}/thumbnail`,
    ]) {
      expect(await callApi('GET', path, { as: artist })).toMatchObject({
        status: 404,
        body: { code: 'not-found', error: 'Image not found.' },
      });
    }
  }
});

test('streams an image to its owner, cacheable until it expires [T7.1.11, D-media.4, D-polling-and-caching.4]', async () => {
  for (const id of ids) {
    for (const { webUrl, bytes, width, height } of await listImages(id)) {
      const file = await fetchFile(artist, webUrl);
      const picture = readPicture(file.bytes);
      expect(file.status).toBe(200);
      expect(file.headers.get('content-type')).toBe(picture.type);
      expect(file.bytes.length).toBe(bytes);
      expect(picture).toMatchObject({ width, height });
    }
  }
  const [first] = await listImages(ids[0] ?? '');
  expect(await readCacheControl(first?.webUrl ?? '')).toBe('private, max-age=259200, immutable');
});

test('serves a thumbnail as a small WebP of the same shape [D-media.5]', async () => {
  for (const id of ids) {
    const [image] = await listImages(id);
    if (!image) throw new Error(`Batch ${id} has no images`);
    const { status, headers, bytes } = await fetchFile(artist, image.thumbnailUrl);
    expect({ status, type: headers.get('content-type') }).toEqual({ status: 200, type: 'image/webp' });
    const { type, width, height } = readPicture(bytes);
    expect(type).toBe('image/webp');
    expect(Math.max(width, height)).toBe(SMALL_EDGE);
    expect(Math.abs(width / height - image.width / image.height)).toBeLessThan(0.02);
    expect(bytes.length).toBeLessThan(image.bytes / 2);
  }
  const [first] = await listImages(ids[0] ?? '');
  expect(await readCacheControl(first?.thumbnailUrl ?? '')).toBe('private, max-age=259200, immutable');
});

test.each(['2', '99', '9999'])('returns 404 for the missing image %s', async (index) => {
  const [id = ''] = ids;
  for (const path of [`${pathOf(id)}/images/${index}`, `${pathOf(id)}/images/${index}/thumbnail`]) {
    expect(await callApi('GET', path, { as: artist })).toMatchObject({
      status: 404,
      body: { code: 'not-found' },
    });
  }
});

test('stores images in a signed folder per batch, tagged with batch and expiry [D-media.1]', async () => {
  const [id = ''] = ids;
  const batch = (await listBatches(artist)).find((one) => one.id === id);
  const assets = await listAssets(id);
  expect(assets.map((asset) => asset.public_id).toSorted()).toEqual(
    ['001', '002'].map((name) => `portal/image-generator/${id}/${name}`),
  );
  for (const { type, tags } of assets) {
    expect(type).toBe('authenticated');
    expect(tags).toEqual([`portal-image-generator-${id}`, `expires-${batch?.expiresAt ?? ''}`]);
  }
});
