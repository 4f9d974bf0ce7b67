/** A picture of 4K that is larger than a response may be: stored, shown, downloaded, exported and delivered. */
import { ArchiveSchema } from '@portal/contracts/batches';
import { generatorCalls } from '@portal/contracts/image-generator';
import { ImageLinkSchema } from '@portal/contracts/image-link';
import { zipPictures } from '@portal/contracts/library';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { downloadOf, fetchFile, pathOf, readPicture } from '../support/api-files.ts';
import { callApi } from '../support/api.ts';
import { readInbox, resetAgencies, startDelivery, waitForDelivery } from '../support/deliveries.ts';
import { fetchExport, result } from '../support/exports.ts';
import * as generator from '../support/generator.ts';
import { digestPixels } from '../support/pictures.ts';
import { readZip } from '../support/read-zip.ts';
import { reuseDrawings, setLatency } from '../support/sandbox.ts';

const MAX_RESPONSE_BYTES = 9_000_000;
const SIDE = 2880;
const MARK = 'digitalsourcetype/trainedAlgorithmicMedia';

let artist: Account;
beforeAll(async () => {
  await setLatency(0);
  // All of a prompt are one drawing: they are large.
  await reuseDrawings(1);
  artist = await signIn(newEmail());
});
afterAll(async () => {
  await reuseDrawings(null);
  await resetAgencies();
});

const fetchBytes = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());
const readXmp = async (bytes: Buffer) => (await sharp(bytes).metadata()).xmpAsString ?? '';

async function fetchArchive(ask: () => ReturnType<typeof callApi>) {
  const read = async () => ArchiveSchema.parse((await ask()).body);
  await expect.poll(async () => (await read()).status).toBe('ready');
  const archive = await read();
  if (archive.status !== 'ready') throw new Error('It was.');
  return readZip(await fetchBytes(archive.url));
}

test('a 4K PNG of more than 9 MB, from the provider to the agency', async () => {
  const request = generator.makeRequest('openai', {
    prompt: generator.makePrompt('a lighthouse, film grain'),
    aspectRatio: '1:1',
    size: '4K',
    outputFormat: 'png',
    quantity: 1,
  });
  const make = async () => {
    const batchId = await generator.startBatch(artist, request);
    return { batchId, ...(await generator.waitForBatch(artist, batchId)) };
  };
  let batch = await make();
  const remake = async () => (batch.uncertainCount > 0 ? (batch = await make()) : batch);
  // A busy machine draws longer than a call may take. Later calls get that drawing.
  await expect.poll(remake).toMatchObject({ status: 'completed', failures: [] });
  const id = batch.batchId;
  const { body } = await callApi('GET', `${pathOf(id)}/images`, { as: artist });
  const [image] = generatorCalls.images.response.parse(body).images;
  expect(image).toMatchObject({ width: SIDE, height: SIDE });

  const link = ImageLinkSchema.parse(
    JSON.parse((await fetchFile(artist, image?.webUrl ?? '')).bytes.toString()),
  );
  const bytes = await fetchBytes(link.url);
  expect(bytes.length).toBeGreaterThan(MAX_RESPONSE_BYTES);
  expect(link.bytes).toBe(bytes.length);
  expect(readPicture(bytes)).toMatchObject({ type: 'image/png', width: SIDE, height: SIDE });
  expect(await readXmp(bytes)).toContain(MARK);

  const thumbnail = await fetchFile(artist, image?.thumbnailUrl ?? '');
  expect(thumbnail.status).toBe(200);
  expect(readPicture(thumbnail.bytes).type).toBe('image/webp');
  expect(thumbnail.bytes.length).toBeLessThan(200_000);

  const digest = await digestPixels(bytes);
  for (const ask of [
    () => callApi('GET', downloadOf(id), { as: artist }),
    () => callApi('POST', zipPictures.path, { as: artist, body: { pictures: [result(id)] } }),
  ]) {
    const [zipped] = await fetchArchive(ask);
    expect(await digestPixels(zipped?.bytes ?? Buffer.alloc(0))).toBe(digest);
  }

  const [exported] = (await fetchExport(artist, 'adobe-stock', [result(id)])).files;
  const jpeg = exported?.bytes ?? Buffer.alloc(0);
  expect(await sharp(jpeg).metadata()).toMatchObject({
    format: 'jpeg',
    space: 'srgb',
    chromaSubsampling: '4:4:4',
    width: SIDE,
    height: SIDE,
  });
  expect(await readXmp(jpeg)).toContain(MARK);

  const delivery = await startDelivery(artist, 'adobe-stock', [result(id)]);
  expect((await waitForDelivery(artist, delivery)).counts).toEqual({ sent: 1, failed: 0, cancelled: 0 });
  expect((await readInbox('sftp')).files).toMatchObject([{ name: exported?.name, bytes: jpeg.length }]);
});
