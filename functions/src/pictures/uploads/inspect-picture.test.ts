import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { AcquireAborted } from '../../platform/weighted-semaphore.ts';
import { inspectPicture, type Original } from './inspect-picture.ts';
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
  webp,
  WIDTH,
  type Source,
} from './testing/pictures.ts';
import { makeChunk, makePng, makeProfileBomb, makeTextBomb, withChunks } from './testing/png-chunks.ts';

const FORMATS = ['jpeg', 'png', 'webp', 'gif'] as const;
const LZW = { compression: 'lzw' } as const;
const tiff = await createPicture().tiff(LZW).toBuffer();
const avif = await createPicture().avif({ quality: 90 }).toBuffer();
/** File headers of types that cannot be decoded here. */
const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(100)]);
const bmp = Buffer.concat([
  Buffer.from('BM\x7a\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0', 'latin1'),
  Buffer.alloc(104),
]);
const files = { jpeg, png, webp, gif };
const SCRIPT = '<script>alert(1)</script>';
const ENDS_TOO_EARLY = 'The picture is damaged: it ends too early.';
const NONE_OF_ANY = 'This is not a JPEG, PNG, WebP, GIF, AVIF or TIFF picture.';
const describeUnsupported = (name: string) =>
  `This file is a ${name} image, which can't be read here. Convert it to JPEG and try again.`;
const NO_PICTURE = 'This is not a JPEG, PNG or WebP picture.';

describe('rejects other files with a reason [D-uploads.6]', () => {
  const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);
  const withoutMiddle = (bytes: Buffer) =>
    Buffer.concat([bytes.subarray(0, bytes.length * 0.6), bytes.subarray(bytes.length - 2)]);
  const withWrongByte = (bytes: Buffer) => {
    const copy = Buffer.from(bytes);
    copy.writeUInt8(copy.readUInt8(bytes.length >> 1) ^ 0xff, bytes.length >> 1);
    return copy;
  };

  test.each<[string, Source, string]>([
    ['nothing', Buffer.alloc(0), 'The file is empty.'],
    ['one byte', Buffer.from([0xff]), NO_PICTURE],
    ['a text', Buffer.from('fox'), NO_PICTURE],
    ['HTML', Buffer.from(`<!doctype html>${SCRIPT}`), NO_PICTURE],
    ['SVG', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`), NO_PICTURE],
    ['PDF', Buffer.from('%PDF-1.7\n'), NO_PICTURE],
    ['a ZIP with a picture in it', Buffer.concat([Buffer.from('PK\x03\x04'), png]), NO_PICTURE],
    ['TIFF', createPicture().tiff(), NO_PICTURE],
    ['a GIF, which the tool does not accept', gif, NO_PICTURE],
    ['a PNG signature without a PNG', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ENDS_TOO_EARLY],
    ['half a JPEG', half(jpeg), ENDS_TOO_EARLY],
    ['half a PNG', half(png), ENDS_TOO_EARLY],
    ['half a WebP', half(webp), ENDS_TOO_EARLY],
    ['a JPEG without its last byte', jpeg.subarray(0, -1), ENDS_TOO_EARLY],
    ['a PNG without its last byte', png.subarray(0, -1), ENDS_TOO_EARLY],
    ['a WebP without its last byte', webp.subarray(0, -1), ENDS_TOO_EARLY],
    ['a JPEG whose middle is missing', withoutMiddle(jpeg), 'The picture is damaged.'],
    ['a PNG with half its rows', makePng(64, 64, [makeChunk('IDAT', 'abc')]), 'The picture is damaged.'],
    ['a PNG with a wrong byte', withWrongByte(png), 'The picture is damaged.'],
    ['a PNG with zero width', makePng(0, 9, []), 'The picture is damaged.'],
    ['an animated WebP', animated.webp, 'This picture is animated. Save one of its frames as a picture.'],
    ['an animated PNG', animated.apng, 'This picture is animated. Save one of its frames as a picture.'],
  ])('%s', async (_name, source, reason) => {
    expect(await inspectPicture(await bytesOf(source))).toEqual({ kind: 'unreadable', reason });
  });

  test.each<[string, Buffer, string]>([
    ['half a GIF', half(gif), ENDS_TOO_EARLY],
    ['a GIF without its last byte', gif.subarray(0, -1), ENDS_TOO_EARLY],
    ['an animated GIF', animated.gif, 'This picture is animated. Save one of its frames as a picture.'],
    ['a text', Buffer.from('fox'), NONE_OF_ANY],
    ['SVG', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`), NONE_OF_ANY],
    ['half a TIFF', half(tiff), 'The picture is damaged.'],
    ['half an AVIF', half(avif), 'The picture is damaged.'],
    ['HEIC [D-file-types.3]', heic, describeUnsupported('HEIC')],
    ['BMP [D-file-types.3]', bmp, describeUnsupported('BMP')],
  ])('where any type is taken: %s', async (_name, bytes, reason) => {
    expect(await inspectPicture(bytes, ANY)).toEqual({ kind: 'unreadable', reason });
  });
});

describe('converts other types to ones that every tool accepts [D-file-types.2]', () => {
  test.each<[string, Source, Original['contentType'], Original['uploadedType'], hasAlpha: boolean]>([
    ['a TIFF', tiff, 'image/jpeg', 'image/tiff', false],
    ['an AVIF', avif, 'image/jpeg', 'image/avif', false],
    [
      'a TIFF that is half transparent',
      createPicture().ensureAlpha(0.5).tiff(LZW),
      'image/png',
      'image/tiff',
      true,
    ],
    [
      'an AVIF that is half transparent',
      createPicture().ensureAlpha(0.5).avif(),
      'image/png',
      'image/avif',
      true,
    ],
    ['a CMYK TIFF', createPicture().toColourspace('cmyk').tiff(LZW), 'image/jpeg', 'image/tiff', false],
    ['a TIFF of 16 bits', createPicture().toColourspace('rgb16').tiff(), 'image/jpeg', 'image/tiff', false],
  ])('%s', async (_name, source, contentType, uploadedType, hasAlpha) => {
    const picture = await expectPicture(await bytesOf(source));
    expect(picture).toMatchObject({ contentType, uploadedType, hasAlpha, width: WIDTH, height: HEIGHT });
    const metadata = await sharp(picture.bytes).metadata();
    expect(metadata).toMatchObject({ format: contentType.slice(6), space: 'srgb', depth: 'uchar', hasAlpha });
    expect(await compare(sharp(picture.bytes), createPicture())).toBeLessThan(25);
  });

  test('rotates a TIFF upright', async () => {
    const picture = await expectPicture(
      await createPicture().withMetadata({ orientation: 6 }).tiff().toBuffer(),
    );
    expect(picture).toMatchObject({ width: HEIGHT, height: WIDTH });
  });
});

/** Changes the width and height in its directory of 12-byte entries. */
function makeTiffHuge(copy: Buffer): void {
  const directory = copy.readUInt32LE(4);
  for (let at = directory + 2; at < directory + 2 + 12 * copy.readUInt16LE(directory); at += 12) {
    if ([256, 257].includes(copy.readUInt16LE(at))) {
      copy.writeUInt16LE(4, at + 2);
      copy.writeUInt32LE(30_000, at + 8);
    }
  }
}

test.each(FORMATS)('reports a %s as damaged wherever it is cut off', async (format) => {
  const file = files[format];
  for (let length = 12; length < file.length; length += 7) {
    expect(await inspectPicture(file.subarray(0, length), ANY)).toMatchObject({ reason: ENDS_TOO_EARLY });
  }
});

test('checks a WebP with an empty header in its middle', async () => {
  const odd = Buffer.concat([webp, Buffer.from('VP8X\0\0\0\0')]);
  odd.writeUInt32LE(odd.length - 8, 4);
  expect(await inspectPicture(odd)).toMatchObject({ kind: expect.any(String) });
});

describe('rejects more than 100 megapixels before decoding [D-uploads.6]', () => {
  const patched = (bytes: Buffer, change: (copy: Buffer) => void) => {
    const copy = Buffer.from(bytes);
    change(copy);
    return copy;
  };
  const frameOf = (bytes: Buffer) => bytes.indexOf(Buffer.from([0xff, 0xc0])) + 5;

  test.each<[string, Buffer, number]>([
    ['a PNG of 20 kB', makePng(30_000, 30_000, [makeChunk('IDAT', Buffer.alloc(20_000))]), 900],
    ['a PNG that is a little too large', makePng(10_000, 10_001, []), 101],
    ['a PNG with the maximum width and height', makePng(2 ** 31 - 1, 2 ** 31 - 1, []), 4_611_686_014_133],
    ['a JPEG', patched(jpeg, (copy) => copy.writeUInt32BE(0xffff_ffff, frameOf(jpeg))), 4295],
    ['a WebP', patched(webp, (copy) => copy.writeUInt32LE(0x3fff_3fff, 26)), 269],
    ['a GIF', patched(gif, (copy) => copy.writeUInt32LE(0xffff_ffff, 6)), 4295],
    ['a TIFF [D-file-types.2]', patched(tiff, makeTiffHuge), 900],
  ])('%s', async (_name, bytes, megapixels) => {
    const reason = `At ${megapixels} megapixels the picture is too large; the most is 100.`;
    expect(await inspectPicture(bytes, ANY)).toEqual({ kind: 'unreadable', reason });
  });

  test('a picture that takes more memory than an instance has', async () => {
    const lyingOnItsSide = makeChunk(
      'eXIf',
      Buffer.from('49492a00080000000100120103000100000006000000', 'hex'),
    );
    const deep = { bitDepth: 16, colorType: 6, interlace: 1 };
    expect(
      await inspectPicture(makePng(10_000, 10_000, [lyingOnItsSide, makeChunk('IDAT', 'abc')], deep)),
    ).toEqual({
      kind: 'unreadable',
      reason: 'This picture takes too much memory to open. Save it as a JPEG and try again.',
    });
  });

  test('gives up when no memory is free in time', async () => {
    const inspecting = inspectPicture(png, { ...ANY, signal: AbortSignal.abort() });
    await expect(inspecting).rejects.toBeInstanceOf(AcquireAborted);
  });

  test('accepts exactly 100 megapixels', async () => {
    const rows = deflateSync(Buffer.alloc(10_000 * 10_001));
    const large = makePng(10_000, 10_000, [makeChunk('IDAT', rows)]);
    expect(await expectPicture(large)).toMatchObject({ width: 10_000, height: 10_000, bytes: large });
  });
});

describe('keeps the bytes of a picture that needs no change [D-uploads.6]', () => {
  const alpha = () => createPicture().ensureAlpha(0.5);
  test.each<[string, Source, Original['contentType'], boolean]>([
    ['a JPEG', jpeg, 'image/jpeg', false],
    ['a PNG', png, 'image/png', false],
    ['a WebP', webp, 'image/webp', false],
    ['a GIF', gif, 'image/gif', false],
    ['a progressive JPEG', createPicture().jpeg({ progressive: true }), 'image/jpeg', false],
    ['a CMYK JPEG', createPicture().toColourspace('cmyk').jpeg(), 'image/jpeg', false],
    ['a gray JPEG', createPicture().toColourspace('b-w').jpeg(), 'image/jpeg', false],
    ['a JPEG with a P3 profile', createPicture().withIccProfile('p3').jpeg(), 'image/jpeg', false],
    ['a PNG with a P3 profile', createPicture().withIccProfile('p3').png(), 'image/png', false],
    ['a WebP with a P3 profile', createPicture().withIccProfile('p3').webp(), 'image/webp', false],
    ['an interlaced PNG', createPicture().png({ progressive: true }), 'image/png', false],
    ['a PNG with few colors', alpha().png({ palette: true }), 'image/png', true],
    ['a PNG of 16 bits', createPicture().toColourspace('rgb16').png(), 'image/png', false],
    ['a gray PNG that is half transparent', alpha().toColourspace('b-w').png(), 'image/png', true],
    ['a lossless WebP', alpha().webp({ lossless: true }), 'image/webp', true],
    ['a WebP that is half transparent', alpha().webp(), 'image/webp', true],
  ])('%s', async (_name, source, contentType, hasAlpha) => {
    const bytes = await bytesOf(source);
    const picture = await expectPicture(bytes);
    expect(picture).toMatchObject({ contentType, width: WIDTH, height: HEIGHT, hasAlpha });
    expect(picture.bytes).toBe(bytes);
  });

  test('one pixel wide and 30,000 high', async () => {
    const tall = await sharp({ create: { width: 1, height: 30_000, channels: 3, background: '#123' } })
      .png()
      .toBuffer();
    expect(await expectPicture(tall)).toMatchObject({ width: 1, height: 30_000, bytes: tall });
  });
});

describe('removes everything from a file that is not part of the picture', () => {
  test.each(FORMATS)('data after the end of a %s', async (format) => {
    const tail = Buffer.concat([Buffer.from(SCRIPT), Buffer.from('PK\x05\x06'), jpeg]);
    const picture = await expectPicture(Buffer.concat([files[format], tail]));
    expect(picture.bytes).toEqual(files[format]);
  });

  test('data in an optional part', async () => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(SCRIPT.length);
    const hidden = Buffer.concat([webp, Buffer.from('hTmL'), length, Buffer.from(`${SCRIPT}\0`)]);
    hidden.writeUInt32LE(hidden.length - 8, 4);
    expect((await expectPicture(hidden)).bytes).toEqual(webp);
    const head = Buffer.from(
      `\xff\xe0\x00${String.fromCharCode(SCRIPT.length + 7)}JFIF\0${SCRIPT}`,
      'latin1',
    );
    const second = Buffer.concat([jpeg.subarray(0, 2), head, jpeg.subarray(2)]);
    expect((await expectPicture(second)).bytes).toEqual(jpeg);
  });

  test('never decompresses texts', async () => {
    const bomb = withChunks(png, ...Array<Buffer>(300).fill(makeTextBomb(7_900_000)));
    expect((await expectPicture(bomb)).bytes).toEqual(png);
  });

  test('drops a profile that would decompress to too much', async () => {
    expect((await expectPicture(withChunks(png, makeProfileBomb(20_000_000)))).bytes).toEqual(png);
  });
});
