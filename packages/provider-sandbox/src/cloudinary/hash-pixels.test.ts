import sharp from 'sharp';
import { expect, test } from 'vitest';
import { hashPixels } from './hash-pixels.ts';

const FORMATS = ['jpeg', 'png', 'webp'] as const;

interface Drawing {
  color?: string;
  about?: string;
  profile?: string;
}

async function draw(format: (typeof FORMATS)[number], { color = 'red', about = 'A fox.', profile }: Drawing) {
  const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: color } })
    .withExif({ IFD0: { ImageDescription: about } })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${about}</x:xmpmeta>`);
  return (profile === undefined ? picture : picture.withIccProfile(profile, { attach: true }))
    .toFormat(format)
    .toBuffer();
}

test.each(FORMATS)('is equal for %s files that differ only in metadata', async (format) => {
  const fox = hashPixels(await draw(format, {}));
  expect(hashPixels(await draw(format, { about: 'Snow in the mountains.' }))).toBe(fox);
  expect(hashPixels(await draw(format, { color: 'blue' }))).not.toBe(fox);
});

/** The same pixels without a profile. */
const removeProfile = (jpeg: Buffer, profile: Buffer): Buffer => {
  const start = jpeg.indexOf('ICC_PROFILE') - 4;
  return Buffer.concat([jpeg.subarray(0, start), jpeg.subarray(start + profile.length + 18)]);
};

test('differs if the color profile differs, as the derived pictures do', async () => {
  const jpeg = await draw('jpeg', { profile: 'p3' });
  const { icc = Buffer.alloc(0) } = await sharp(jpeg).metadata();
  const plain = removeProfile(jpeg, icc);
  expect((await sharp(plain).metadata()).icc).toBeUndefined();
  expect(hashPixels(plain)).not.toBe(hashPixels(jpeg));
});

test.each([...FORMATS, 'gif'] as const)('differs for %s files that are cut', async (format) => {
  const file =
    format === 'gif'
      ? await sharp(await draw('png', {}))
          .gif()
          .toBuffer()
      : await draw(format, {});
  const hashes = [0, 0.1, 1].map((share) => hashPixels(file.subarray(0, file.length * share)));
  expect(hashes.filter((hash) => hash === hashes.at(-1))).toHaveLength(1);
});
