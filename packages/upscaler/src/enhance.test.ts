import sharp from 'sharp';
import { expect, it } from 'vitest';
import { drawScene, halve, measurePsnr, readPixels } from './testing/images.ts';
import { upscale } from './upscale.ts';

const SIZE = 96;

async function make(pixels: Buffer, enhance: boolean): Promise<Buffer> {
  const bytes = await sharp(pixels, { raw: { width: SIZE, height: SIZE, channels: 3 } })
    .png()
    .toBuffer();
  const signal = new AbortController().signal;
  const made = await upscale(
    { bytes, contentType: 'image/png' },
    { scale: 2, enhance, maxPixels: 100_000_000 },
    signal,
  );
  return readPixels(sharp(made.bytes));
}

const findRange = (pixels: Buffer) => {
  const sorted = pixels.toSorted();
  return (sorted[Math.floor(sorted.length * 0.99)] ?? 0) - (sorted[Math.floor(sorted.length * 0.01)] ?? 0);
};

const findSpread = (pixels: Buffer) => {
  const mean = pixels.reduce((sum, value) => sum + value, 0) / pixels.length;
  return Math.sqrt(pixels.reduce((sum, value) => sum + (value - mean) ** 2, 0) / pixels.length);
};

const mapValues = (pixels: Buffer, map: (value: number) => number) => Buffer.from(pixels.map(map));

/** Repeatable noise, approximately normal. */
function addNoise(pixels: Buffer, spread: number): Buffer {
  let seed = 7;
  const next = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  return mapValues(pixels, (value) => {
    const normal = (next() + next() + next() + next() - 2) * Math.sqrt(3);
    return Math.max(0, Math.min(255, Math.round(value + spread * normal)));
  });
}

/** A scene with the full range of values. */
async function drawFull(size: number): Promise<Buffer> {
  return readPixels(drawScene(size).normalise({ lower: 1, upper: 99 }));
}

it('stretches the range of a dull image but not of a full one', async () => {
  const full = await drawFull(SIZE);
  const dull = mapValues(full, (value) => 90 + value * 0.35);
  expect(findRange(await make(dull, true))).toBeGreaterThan(findRange(await make(dull, false)) * 1.2);
  expect(Math.abs(findRange(await make(full, true)) - findRange(await make(full, false)))).toBeLessThan(8);
});

it('keeps night images dark', async () => {
  const night = mapValues(await drawFull(SIZE), (value) => value * 0.15);
  expect(findRange(await make(night, true))).toBeLessThan(findRange(night) * 1.6);
});

it('removes most noise from uniform areas', async () => {
  const noisy = addNoise(Buffer.alloc(SIZE * SIZE * 3, 120), 6);
  expect(findSpread(await make(noisy, true))).toBeLessThan(findSpread(await make(noisy, false)) * 0.6);
});

it('brings a noisy image closer to the noiseless one', async () => {
  const truth = await drawFull(SIZE * 2);
  const noisy = addNoise(halve({ side: SIZE * 2, pixels: truth }).pixels, 8);
  const [plain, enhanced] = [await make(noisy, false), await make(noisy, true)];
  expect(measurePsnr(enhanced, truth)).toBeGreaterThan(measurePsnr(plain, truth) + 1);
});

it('sharpens edges moderately', async () => {
  // A soft edge from black to white.
  const soft = Buffer.alloc(SIZE * SIZE * 3);
  for (let index = 0; index < soft.length; index += 1) {
    const x = Math.floor(index / 3) % SIZE;
    soft[index] = Math.round(255 / (1 + Math.exp((SIZE / 2 - x) / 0.6)));
  }
  const [plain, enhanced] = [await make(soft, false), await make(soft, true)];
  const changes = enhanced.map((value, index) => Math.abs(value - (plain[index] ?? 0)));
  const strongest = changes.reduce((most, value) => Math.max(most, value));
  expect(strongest).toBeGreaterThan(5);
  expect(strongest).toBeLessThan(20);
});
