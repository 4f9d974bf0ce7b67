import { ArchiveSchema } from '@portal/contracts/batches';
import type { BatchImage } from '@portal/contracts/batch-calls';
import { generatorCalls } from '@portal/contracts/image-generator';
import { beforeAll, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { makeRequest, startBatch, waitForBatch, waitForBatches } from '../support/generator.ts';
import { setLatency } from '../support/sandbox.ts';
import { listObjects, readMetadata } from '../support/storage.ts';
import { downloadOf, fetchFile, pathOf } from '../support/api-files.ts';
import { readZip } from '../support/read-zip.ts';

const MAX_STREAMED_BYTES = 9_000_000;
/** The sandbox draws flowers with about 150 kB each, its largest images. */
const LARGE = {
  prompt: 'flowers',
  quality: 'high',
  aspectRatio: '7:4',
  outputFormat: 'png',
  quantity: 75,
};

let artist: Account;
let small: string;
let large: string;
beforeAll(async () => {
  await setLatency(0);
  artist = await signIn(newEmail());
  [small, large] = await Promise.all([
    startBatch(artist, makeRequest('stability', { quantity: 11 })),
    startBatch(artist, makeRequest('openai', LARGE)),
  ]);
  await waitForBatches(artist, [small, large]);
  await rename(small, 'Red fox / 2: é');
});

const rename = (id: string, name: string) =>
  callApi('PATCH', `${pathOf(id)}/name`, { as: artist, body: { name } });

async function listImages(id: string): Promise<BatchImage[]> {
  const { body } = await callApi('GET', `${pathOf(id)}/images`, { as: artist });
  return generatorCalls.images.response.parse(body).images;
}

/** Checks that the ZIP holds each complete image once, in order. */
async function expectImages(zip: Buffer, images: readonly BatchImage[]): Promise<void> {
  const files = await readZip(zip);
  expect(files.map(({ name, bytes }) => ({ name, bytes: bytes.length }))).toEqual(
    images.map(({ fileName, bytes }) => ({ name: fileName, bytes })),
  );
  const [first] = images;
  const original = await fetchFile(artist, first?.webUrl ?? '');
  expect(files[0]?.bytes.equals(original.bytes)).toBe(true);
}

test('streams a small batch as a ZIP of unchanged images under its name [T7.1.8, T9.0.26, D-media.7]', async () => {
  const { status, headers, bytes } = await fetchFile(artist, downloadOf(small));
  expect({
    status,
    type: headers.get('content-type'),
    disposition: headers.get('content-disposition'),
  }).toEqual({
    status: 200,
    type: 'application/zip',
    disposition: 'attachment; filename="Red_fox___2____images.zip"',
  });
  const images = await listImages(small);
  expect(images.map(({ fileName }) => fileName).slice(8)).toEqual(
    ['009', '010', '011'].map((number) => `Red_fox___2____${number}.jpg`),
  );
  await expectImages(bytes, images);
});

test('builds a large ZIP first: 202 until it is ready, then a link valid for an hour [T7.1.8, T9.0.26, D-media.7, D-access-and-money.4]', async () => {
  await rename(large, 'Large & loud');
  const images = await listImages(large);
  expect(images.reduce((sum, { bytes }) => sum + bytes, 0)).toBeGreaterThan(MAX_STREAMED_BYTES);

  const first = await callApi('GET', downloadOf(large), { as: artist });
  expect(first.status).toBe(202);
  expect(ArchiveSchema.parse(first.body)).toEqual({ status: 'preparing', done: 0, total: LARGE.quantity });
  const isReady = async () => (await callApi('GET', downloadOf(large), { as: artist })).status;
  await expect.poll(isReady).toBe(200);

  const { body } = await callApi('GET', downloadOf(large), { as: artist });
  const archive = ArchiveSchema.parse(body);
  if (archive.status !== 'ready') throw new Error('It was ready a moment ago.');
  // At most an hour, because the link needs no sign-in.
  expect(Number(new URL(archive.url).searchParams.get('X-Goog-Expires'))).toBe(3600);
  const stored = await listObjects(`archives/${large}/`);
  expect(stored).toHaveLength(1);
  expect(await readMetadata(stored[0] ?? '')).not.toHaveProperty('metadata');
  const answer = await fetch(archive.url);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="?Large___loud_images\.zip"?/,
  );
  expect(bytes.length).toBe(archive.bytes);
  await expectImages(bytes, images);

  const again = await callApi('GET', downloadOf(large), { as: artist });
  expect(again).toMatchObject({ status: 200, body: archive });
  const otherUser = await signIn(newEmail());
  expect((await callApi('GET', downloadOf(large), { as: otherUser })).status).toBe(404);

  expect((await callApi('DELETE', pathOf(large), { as: artist })).status).toBe(204);
  await expect.poll(async () => (await fetch(archive.url)).ok).toBe(false);
});

test('the folder link gives the same ZIP while the batch keeps its name [T7.1.8, D-media.6, D-one-studio.9, D-one-studio.10, D-one-studio.11]', async () => {
  const id = await startBatch(artist, makeRequest('stability', { quantity: 2 }));
  const batch = await waitForBatch(artist, id);
  const link = batch.folderLink ?? '';
  expect((await fetch(link, { method: 'HEAD' })).status).toBe(200);
  const answer = await fetch(link);
  const files = await readZip(Buffer.from(await answer.arrayBuffer()));
  const own = await readZip((await fetchFile(artist, downloadOf(id))).bytes);
  const stem = batch.customName.replaceAll(/[^A-Za-z0-9]/g, '_');
  expect(own.map(({ name }) => name)).toEqual([`${stem}_001.jpg`, `${stem}_002.jpg`]);
  const list = (entries: typeof own) =>
    entries.map(({ name, bytes, date }) => `${name} ${bytes.length} ${date.toISOString()}`).toSorted();
  expect(list(files)).toEqual(list(own));
  for (const { date } of own) expect(Math.abs(date.getTime() - Date.now())).toBeLessThan(120_000);

  const tampered = new URL(link);
  tampered.searchParams.set('expires_at', String(Number(tampered.searchParams.get('expires_at')) + 1));
  expect((await fetch(tampered)).status).toBe(401);
  const lives = Number(new URL(link).searchParams.get('expires_at')) * 1000;
  expect(lives).toBeLessThanOrEqual(Date.parse(batch.expiresAt));
  expect(lives).toBeGreaterThan(Date.now());

  // The media service uses the stored names.
  await rename(id, 'Another name');
  expect((await waitForBatch(artist, id)).folderLink).toBeNull();
  const renamed = await readZip((await fetchFile(artist, downloadOf(id))).bytes);
  expect(renamed.map(({ name }) => name)).toEqual(['Another_name_001.jpg', 'Another_name_002.jpg']);
});
