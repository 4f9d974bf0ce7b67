import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import {
  animated,
  ANY,
  bytesOf,
  compare,
  createPicture,
  expectPicture,
  gif,
  HEIGHT,
  jpeg,
  png,
  WIDTH,
  type Source,
} from './testing/pictures.ts';
import { makeChunk, withChunks } from './testing/png-chunks.ts';

const EXIF = {
  IFD0: { Copyright: 'Somebody', Make: 'A camera' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
};

describe('removes metadata about place, camera and person, and keeps the pixels', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('%s', async (format) => {
    const bytes = await createPicture()
      .withIccProfile('p3')
      .withExif(EXIF)
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
      .toFormat(format)
      .toBuffer();
    const before = await sharp(bytes).metadata();
    expect(before).toMatchObject({
      exif: expect.any(Buffer),
      xmp: expect.any(Buffer),
      icc: expect.any(Buffer),
    });

    const picture = await expectPicture(bytes);
    const after = await sharp(picture.bytes).metadata();
    expect(after).toMatchObject({ icc: before.icc, hasProfile: true });
    expect(after).not.toHaveProperty('exif');
    expect(after).not.toHaveProperty('xmp');
    expect(picture.bytes.includes('Somebody')).toBe(false);
    expect(await compare(sharp(bytes), sharp(picture.bytes))).toBe(0);
  });

  test('also in text chunks and comments', async () => {
    const texts = ['tEXt', 'iTXt', 'tIME', 'prVW'].map((name) => makeChunk(name, 'Author\0Somebody'));
    expect((await expectPicture(withChunks(png, ...texts))).bytes).toEqual(png);
    const comment = Buffer.from('\xff\xfe\x00\x0aSomebody\xff\xed\x00\x0aSomebody', 'latin1');
    const commented = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]);
    expect((await expectPicture(commented)).bytes).toEqual(jpeg);
    const note = Buffer.from('\x21\xfe\x08Somebody\0', 'latin1');
    const noted = Buffer.concat([gif.subarray(0, -1), note, gif.subarray(-1)]);
    expect((await expectPicture(noted)).bytes).toEqual(gif);
  });
});

/** EXIF orientation 6, written by hand because sharp would also convert the colors to sRGB. */
const rotateByExif = (bytes: Buffer): Buffer =>
  Buffer.concat([
    bytes.subarray(0, 2),
    Buffer.from(
      '\xff\xe1\0\x22Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0',
      'latin1',
    ),
    bytes.subarray(2),
  ]);

describe('rotates a picture by its EXIF orientation', () => {
  const orientations = [1, 2, 3, 4, 5, 6, 7, 8];
  test.each(
    orientations.flatMap((orientation) =>
      (['jpeg', 'png', 'webp'] as const).map((format) => [format, orientation] as const),
    ),
  )('%s, orientation %i', async (format, orientation) => {
    const bytes = await createPicture()
      .withIccProfile('p3')
      .withExif(EXIF)
      .withMetadata({ orientation })
      .toFormat(format)
      .toBuffer();
    const picture = await expectPicture(bytes);
    const [width, height] = orientation < 5 ? [WIDTH, HEIGHT] : [HEIGHT, WIDTH];
    expect(picture).toMatchObject({ contentType: `image/${format}`, width, height });
    const after = await sharp(picture.bytes).metadata();
    expect(after).toMatchObject({ width, height, icc: (await sharp(bytes).metadata()).icc });
    expect(after.exif).toBeUndefined();
    expect(await compare(sharp(bytes).autoOrient(), sharp(picture.bytes))).toBeLessThan(
      format === 'png' ? 0.001 : 4,
    );
  });

  test.each<[string, Source, object]>([
    [
      '16 bits stay 16',
      createPicture().toColourspace('rgb16').withMetadata({ orientation: 6 }).png(),
      { depth: 'ushort' },
    ],
    [
      'transparent areas stay transparent',
      createPicture().ensureAlpha(0.5).withMetadata({ orientation: 6 }).webp(),
      { hasAlpha: true },
    ],
  ])('%s', async (_name, source, expected) => {
    const { bytes } = await expectPicture(await bytesOf(source));
    expect(await sharp(bytes).metadata()).toMatchObject({
      width: HEIGHT,
      ...expected,
    });
  });

  test('keeps gray pictures gray', async () => {
    const gray = await createPicture().toColourspace('b-w').jpeg().toBuffer();
    const { bytes } = await expectPicture(rotateByExif(gray));
    expect(await sharp(bytes).metadata()).toMatchObject({ width: HEIGHT, channels: 1 });
  });

  test('converts CMYK to RGB without its profile', async () => {
    const bytes = rotateByExif(await createPicture().withIccProfile('cmyk').jpeg().toBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ space: 'cmyk', orientation: 6 });
    const picture = await expectPicture(bytes);
    expect(await sharp(picture.bytes).metadata()).toMatchObject({
      width: HEIGHT,
      space: 'srgb',
      hasProfile: false,
    });
    expect(await compare(sharp(bytes).autoOrient(), sharp(picture.bytes))).toBeLessThan(4);
  });

  test.each([
    '',
    'II',
    'II*\0\xff\xff\xff\xff',
    'MM\0*\0\0\0\x08\xff\xff',
    'II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x63\0\0\0',
  ])('ignores invalid EXIF data: %j', async (exif) => {
    const bytes = withChunks(png, makeChunk('eXIf', Buffer.from(exif, 'latin1')));
    expect((await expectPicture(bytes)).bytes).toEqual(png);
  });
});

describe('uses the first image of an animation if animations are accepted', () => {
  test.each(['gif', 'webp', 'apng'] as const)('%s', async (format) => {
    const picture = await expectPicture(animated[format], { ...ANY, takesAnimated: true });
    const type = format === 'apng' ? 'image/png' : `image/${format}`;
    expect(picture).toMatchObject({ contentType: type, width: WIDTH, height: HEIGHT });
    expect((await sharp(picture.bytes).metadata()).pages ?? 1).toBe(1);
    expect(await compare(sharp(animated[format]), sharp(picture.bytes))).toBeLessThan(4);
  });
});
