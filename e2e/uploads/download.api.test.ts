import { beforeAll, describe, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import {
  addressOf,
  listImages,
  originalOf,
  pictureTools,
  startWith,
  type PictureBatch,
} from '../support/picture-tools.ts';
import { drawPicture } from '../support/pictures.ts';
import { setLatency } from '../support/sandbox.ts';
import sharp from 'sharp';
import { fetchFile } from '../support/api-files.ts';
import { listAssets } from '../support/media-service.ts';
import { readZip } from '../support/read-zip.ts';

const SMALL_EDGE = 320;
const sortByName = <File extends { name: string }>(files: readonly File[]): File[] =>
  files.toSorted((one, other) => one.name.localeCompare(other.name));

const expectCached = (headers: Headers, type: string) =>
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': type,
    'cache-control': 'private, max-age=259200, immutable',
    vary: expect.stringContaining('Authorization'),
  });

let artist: Account;
beforeAll(async () => {
  await setLatency(0);
  artist = await signIn(newEmail());
});

describe.each(pictureTools)('$name', (tool) => {
  let batch: PictureBatch;
  let pictures: { name: string; bytes: Buffer; type: string }[];
  beforeAll(async () => {
    pictures = [
      { name: 'beach.png', bytes: await drawPicture({ width: 400, height: 200 }), type: 'image/png' },
      { name: 'beach.png', bytes: await drawPicture({ format: 'jpeg' }), type: 'image/jpeg' },
      { name: 'sea.webp', bytes: await drawPicture({ format: 'webp' }), type: 'image/webp' },
    ];
    const id = await startWith(tool, artist, pictures, { batchName: 'Red fox / 2: é' });
    batch = await tool.waitForBatch(artist, id);
  });

  test('streams images and thumbnails to their owner, cacheable [D-media.3, D-media.4, D-media.5]', async () => {
    const images = await listImages(tool, artist, batch.id);
    expect(images.map(({ index }) => index)).toEqual([0, 1, 2]);
    for (const { index, webUrl, thumbnailUrl, width, height, bytes } of images) {
      expect(webUrl).toBe(addressOf(tool.calls.image, batch.id, index));
      const image = await fetchFile(artist, webUrl);
      const facts = await sharp(image.bytes).metadata();
      expect(image.status).toBe(200);
      expectCached(image.headers, `image/${facts.format}`);
      expect(image.bytes.length).toBe(bytes);
      expect(facts).toMatchObject({ width, height });
      const thumbnail = await fetchFile(artist, thumbnailUrl);
      const small = await sharp(thumbnail.bytes).metadata();
      expectCached(thumbnail.headers, 'image/webp');
      expect(Math.max(small.width, small.height)).toBe(Math.min(SMALL_EDGE, Math.max(width, height)));
    }
  });

  test('returns originals byte for byte, and as thumbnails [D-media.2, D-media.4]', async () => {
    for (const [index, { bytes, type }] of pictures.entries()) {
      const path = originalOf(tool, batch.id, index);
      const original = await fetchFile(artist, path);
      expect(original.status).toBe(200);
      expectCached(original.headers, type);
      expect(original.bytes.equals(bytes)).toBe(true);
      const thumbnail = await fetchFile(artist, `${path}/thumbnail`);
      const facts = await sharp(thumbnail.bytes).metadata();
      expectCached(thumbnail.headers, 'image/webp');
      expect(facts).toMatchObject({ format: 'webp', width: index === 0 ? SMALL_EDGE : 48 });
    }
  });

  test('the ZIP holds each complete image once, named after its original [T7.2.6, T7.4.8, T9.0.26, D-media.7]', async () => {
    const images = await listImages(tool, artist, batch.id);
    const stem = `beach${tool.suffix}`;
    expect(images.map(({ fileName }) => fileName.replace(/\.\w+$/, ''))).toEqual([
      stem,
      `${stem}-2`,
      `sea${tool.suffix}`,
    ]);
    const { status, headers, bytes } = await fetchFile(artist, addressOf(tool.calls.download, batch.id));
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/zip');
    expect(headers.get('content-disposition')).toBe(`attachment; filename="Red_fox___2___${tool.zipSuffix}"`);
    const files = await readZip(bytes);
    expect(files.map((file) => file.name)).toEqual(images.map(({ fileName }) => fileName));
    for (const [index, file] of files.entries()) {
      const image = await fetchFile(artist, images[index]?.webUrl ?? '');
      expect(file.bytes.equals(image.bytes)).toBe(true);
    }
  });

  test('stores images in a signed folder per batch, tagged with their expiry [D-media.1]', async () => {
    const assets = await listAssets(batch.id, tool.name);
    expect(assets.map(({ public_id }) => public_id).toSorted()).toEqual(
      ['001', '002', '003'].map((name) => `portal/${tool.name}/${batch.id}/${name}`),
    );
    for (const { type, tags } of assets) {
      expect(type).toBe('authenticated');
      expect(tags).toEqual([`portal-${tool.name}-${batch.id}`, `expires-${batch.expiresAt}`]);
    }
  });

  test('the folder link gives the same files from the media service [T7.2.6, D-media.6, D-one-studio.9, D-one-studio.10, D-one-studio.11]', async () => {
    const answer = await fetch(batch.folderLink ?? '');
    expect(answer.status).toBe(200);
    const files = await readZip(Buffer.from(await answer.arrayBuffer()));
    const own = await readZip((await fetchFile(artist, addressOf(tool.calls.download, batch.id))).bytes);
    const list = (entries: typeof own) =>
      entries.map(({ name, bytes, date }) => ({ name, date, bytes: bytes.length }));
    expect(sortByName(list(files))).toEqual(sortByName(list(own)));
    for (const { date } of own) {
      expect(date.getTime()).toBeGreaterThan(Date.parse(batch.createdAt) - 2000);
      expect(date.getTime()).toBeLessThan(Date.now());
    }
  });
});
