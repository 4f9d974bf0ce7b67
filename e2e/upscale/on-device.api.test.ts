import { UpscaleBatchSchema, upscaleCalls, type UpscaleBatch } from '@portal/contracts/upscale';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { watchBatches } from '../support/batches.ts';
import { measureDifference } from '../support/measure-difference.ts';
import { addressOf, listImages, startWith, upscaler } from '../support/picture-tools.ts';
import { setLatency } from '../support/sandbox.ts';
import { putUploads, startByJson } from '../support/send-pictures.ts';
import { fetchFile } from '../support/api-files.ts';

const WIDTH = 96;
const HEIGHT = 64;
/** Edges, curves and a gradient, with a transparent hole where the type has alpha. */
const drawScene = (): Sharp =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
        <rect width="70" height="64" fill="#7a9cc6"/><circle cx="34" cy="30" r="18" fill="#f2c14e"/>
        <path d="M4 60 L40 20 L66 58 Z" fill="#2f5d50"/><path d="M8 8 L60 20" stroke="#fff" stroke-width="2"/>
      </svg>`,
    ),
  );
const drawOpaque = () => drawScene().flatten({ background: '#a33' });

const { waitForBatches } = watchBatches(upscaleCalls.list.path, UpscaleBatchSchema);
let artist: Account;
beforeAll(async () => {
  await setLatency(0);
  artist = await signIn(newEmail());
});

interface Made {
  batch: UpscaleBatch;
  picture: Sharp;
}

/** Concurrent batches, each with its own options. */
async function upscale(
  pictures: readonly [bytes: Buffer, fields: Record<string, string>][],
): Promise<Made[]> {
  const ids = await Promise.all(
    pictures.map(([bytes, fields]) => startWith(upscaler, artist, [{ name: 'scene.png', bytes }], fields)),
  );
  const batches = await waitForBatches(artist, ids);
  return Promise.all(
    batches.map(async (batch) => {
      const { bytes } = await fetchFile(artist, addressOf(upscaleCalls.image, batch.id));
      return { batch, picture: sharp(bytes) };
    }),
  );
}

test('upscales 2x by default and 4x on request, and keeps the content [T3.5.1, T3.5.2, T7.2.2]', async () => {
  const bytes = await drawOpaque().png().toBuffer();
  const [twice, four, fast] = await upscale([
    [bytes, {}],
    [bytes, { scale: '4' }],
    [bytes, { quality: 'fast' }],
  ]);
  for (const [made, scale, quality] of [
    [twice, 2, 'best'],
    [four, 4, 'best'],
    [fast, 2, 'fast'],
  ] as const) {
    const size = { width: WIDTH * scale, height: HEIGHT * scale };
    expect(made?.batch).toMatchObject({
      scale,
      enhance: false,
      quality,
      engine: 'on-device',
      totalImages: 1,
      processedImages: 1,
      cost: 0,
      estimate: 0,
      results: [{ success: true, originalFileName: 'scene.png', ...size }],
    });
    expect(await made?.picture.metadata()).toMatchObject({ format: 'png', channels: 3, ...size });
    expect(made && (await measureDifference(made.picture, drawOpaque()))).toBeLessThan(4);
  }
});

test('produces steeper edges than a resampling filter', async () => {
  const [made] = await upscale([[await drawOpaque().png().toBuffer(), {}]]);
  const steepness = async (picture: Sharp) => {
    const edges = await picture
      .greyscale()
      .convolve({ width: 3, height: 3, kernel: [0, 0, 0, -1, 0, 1, 0, 0, 0], offset: 128 })
      .raw()
      .toBuffer();
    return edges.reduce((most, value) => Math.max(most, value), 0);
  };
  const filtered = sharp(await drawOpaque().png().toBuffer()).resize(WIDTH * 2, HEIGHT * 2, {
    kernel: 'cubic',
  });
  const plain = await steepness(sharp(await filtered.png().toBuffer()));
  expect(made && (await steepness(made.picture))).toBeGreaterThan(plain);
});

test('keeps transparent and opaque areas', async () => {
  const see = await drawScene().png().toBuffer();
  const [made] = await upscale([[see, {}]]);
  expect(await made?.picture.metadata()).toMatchObject({ hasAlpha: true });
  const alpha = await made?.picture.clone().extractChannel('alpha').raw().toBuffer();
  const at = (x: number, y: number) => alpha?.[y * WIDTH * 2 + x];
  expect([at(10, 10), at(130, 120), at(150, 60), at(190, 127)]).toEqual([255, 255, 0, 0]);
  expect(made && (await measureDifference(made.picture, sharp(see)))).toBeLessThan(4);
});

test('enhances dull images, requested by form or by JSON', async () => {
  const dull = await drawOpaque().linear(0.4, 80).png().toBuffer();
  const [plain, enhanced] = await upscale([
    [dull, { enhance: 'false' }],
    [dull, { enhance: 'true' }],
  ]);
  const range = async (made?: Made) => {
    const [red] = (await made?.picture.clone().stats())?.channels ?? [];
    return (red?.max ?? 0) - (red?.min ?? 0);
  };
  expect(enhanced?.batch.enhance).toBe(true);
  expect(await range(enhanced)).toBeGreaterThan((await range(plain)) * 1.1);
  const uploads = await putUploads(artist, [{ name: 'dull.png', bytes: dull }]);
  const id = await startByJson(artist, upscaler.startPath, uploads, { enhance: true, scale: 4 });
  const [byJson] = await waitForBatches(artist, [id]);
  expect(byJson).toMatchObject({ enhance: true, scale: 4, results: [{ width: WIDTH * 4 }] });
});

test('rejects results above 100 megapixels, and finishes the rest of the batch [D-uploads.6]', async () => {
  const large = await sharp({ create: { width: 2600, height: 2500, channels: 3, background: '#357' } })
    .png()
    .toBuffer();
  const small = await drawOpaque().png().toBuffer();
  const pictures = [large, small].map((bytes, index) => ({ name: `${index}.png`, bytes }));
  const id = await startWith(upscaler, artist, pictures, { scale: '4' });
  const [batch] = await waitForBatches(artist, [id]);
  expect(batch).toMatchObject({
    status: 'completed',
    processedImages: 1,
    results: [
      { index: 0, success: false, enhancedUrl: null, thumbnailUrl: null, originalFileName: '0.png' },
      { index: 1, success: true },
    ],
    failures: [
      {
        reason: 'At 4x this image would have 104 megapixels. The maximum is 100.',
        attempts: 1,
        state: 'failed',
      },
    ],
  });
  expect((await listImages(upscaler, artist, id)).map(({ fileName }) => fileName)).toEqual([
    '1_upscaled.png',
  ]);
});

test('has no rename call [T7.2.7, T7.2.8]', async () => {
  for (const path of [
    '/api/upscale/batch/any/name',
    '/api/upscale/batches/any/name',
    '/api/upscale/batch/any',
  ]) {
    const answer = await callApi('PATCH', path, { as: artist, body: { name: 'New' } });
    expect(answer).toMatchObject({ status: 404, body: { error: 'Nothing was found at this URL.' } });
  }
});
