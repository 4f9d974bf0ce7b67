import sharp from 'sharp';
import { expect, test } from 'vitest';
import { hashPixels } from './hash-pixels.ts';

const draw = (background: string) => sharp({ create: { width: 64, height: 64, channels: 3, background } });
const describe = (background: string, about: string) =>
  draw(background)
    .withExif({ IFD0: { ImageDescription: about } })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${about}</x:xmpmeta>`);

test.each(['jpeg', 'png', 'webp'] as const)(
  'is equal for %s files with the same picture and other metadata',
  async (format) => {
    const fox = hashPixels(await describe('red', 'A fox.').toFormat(format).toBuffer());
    expect(hashPixels(await describe('red', 'Snow in the mountains.').toFormat(format).toBuffer())).toBe(fox);
    expect(hashPixels(await draw('red').toFormat(format).toBuffer())).toBe(fox);
    expect(hashPixels(await describe('blue', 'A fox.').toFormat(format).toBuffer())).not.toBe(fox);
  },
);

test('tells other files by all of their bytes', async () => {
  const [one, other] = await Promise.all(['red', 'blue'].map((color) => draw(color).gif().toBuffer()));
  expect(hashPixels(one ?? Buffer.alloc(0))).not.toBe(hashPixels(other ?? Buffer.alloc(0)));
});
