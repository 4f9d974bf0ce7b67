import sharp, { type Sharp } from 'sharp';
import { thumbHashToAverageRGBA, thumbHashToApproximateAspectRatio } from 'thumbhash';
import { expect, it } from 'vitest';
import { drawPlaceholder } from './make-placeholder.ts';

const background = { r: 200, g: 40, b: 40, alpha: 1 };
const red = { create: { width: 640, height: 320, channels: 4, background } } as const;
const HALF = { input: { create: { ...red.create, width: 320, background: { r: 0, g: 0, b: 0, alpha: 0 } } } };

async function decode(image: Sharp) {
  const placeholder = await drawPlaceholder(sharp(await image.toBuffer()));
  const bytes = Buffer.from(placeholder, 'base64');
  return {
    placeholder,
    average: thumbHashToAverageRGBA(bytes),
    ratio: thumbHashToApproximateAspectRatio(bytes),
  };
}

it('describes color and shape of a picture in few bytes', async () => {
  const { placeholder, average, ratio } = await decode(sharp(red).jpeg());
  expect(placeholder.length).toBeLessThanOrEqual(36);
  expect(average.r).toBeCloseTo(200 / 255, 1);
  expect(average.g).toBeCloseTo(40 / 255, 1);
  expect(average.a).toBe(1);
  expect(ratio).toBeCloseTo(2, 0);
});

it('detects a transparent picture', async () => {
  const half = sharp(red).composite([{ ...HALF, blend: 'dest-in', left: 0, top: 0 }]);
  expect((await decode(half.png())).average.a).toBeLessThan(0.9);
});

it.each([
  ['gray', sharp(red).removeAlpha().grayscale().png()],
  ['16-bit', sharp(red).toColourspace('rgb16').png()],
  ['CMYK', sharp(red).removeAlpha().toColourspace('cmyk').jpeg()],
  ['very narrow', sharp(red).resize(1, 4000, { fit: 'fill' }).png()],
])('reads a %s picture', async (_, image) => {
  expect((await decode(image)).placeholder).toMatch(/^[A-Za-z0-9+/]{20,}=*$/);
});
