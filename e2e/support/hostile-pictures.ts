/** Files that a tool must reject or neutralize. */
import { crc32, deflateSync } from 'node:zlib';
import type { UploadTool } from '@portal/contracts/uploads';
import sharp from 'sharp';
import { drawPicture } from './pictures.ts';
import type { NamedPicture } from './send-pictures.ts';

function makeChunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), content]);
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(content.length, 0);
  numbers.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([numbers.subarray(0, 4), named, numbers.subarray(4)]);
}

/** A few hundred bytes that claim to be an image of any size. */
export function makePngOfSize(width: number, height: number): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    makeChunk('IHDR', header),
    makeChunk('IDAT', deflateSync(Buffer.alloc(100_000))),
    makeChunk('IEND', Buffer.alloc(0)),
  ]);
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
const PAGE = '<!doctype html><script>alert(document.domain)</script>';

const NO_PICTURE = /^This is not a JPEG, PNG(?: or WebP|, WebP, GIF, AVIF or TIFF) picture\.$/;
const ANIMATED = /^This picture is animated\.$/;
const CUT = /^The picture is damaged: it ends too early\.$/;

type HostileFile = NamedPicture & { reason: RegExp };

/** Each with the reason shown to the user. */
export async function makeHostileFiles(tool: UploadTool): Promise<HostileFile[]> {
  const [png, jpeg, webp] = await Promise.all(
    (['png', 'jpeg', 'webp'] as const).map((format) => drawPicture({ format })),
  );
  if (!png || !jpeg || !webp) throw new Error('Expected three pictures.');
  const twoFrames = sharp([png, jpeg], { join: { animated: true } });
  const half = (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1);
  const broken = Buffer.from(png);
  broken.fill(7, 60, 80);
  return [
    {
      name: 'bomb.png',
      bytes: makePngOfSize(30_000, 30_000),
      reason: /^At 900 megapixels the picture is too large; the most is 100\.$/,
    },
    {
      name: 'just too large.png',
      bytes: makePngOfSize(10_001, 10_000),
      reason: /^At 101 megapixels the picture is too large; the most is 100\.$/,
    },
    { name: 'no size.png', bytes: makePngOfSize(0, 0), reason: /^The picture is damaged\.$/ },
    { name: 'half.png', bytes: half(png), reason: CUT },
    { name: 'half.jpg', bytes: half(jpeg), reason: CUT },
    { name: 'half.webp', bytes: half(webp), reason: CUT },
    { name: 'broken inside.png', bytes: broken, reason: /^The picture is damaged\.$/ },
    { name: 'nothing.png', bytes: Buffer.alloc(0), reason: /^The file is empty\.$/ },
    { name: 'drawing.png', bytes: Buffer.from(SVG), reason: NO_PICTURE },
    { name: 'drawing.svg', bytes: Buffer.from(SVG), type: 'image/svg+xml', reason: NO_PICTURE },
    { name: 'page.html.png', bytes: Buffer.from(PAGE), reason: NO_PICTURE },
    ...(tool === 'upscale' ? await makeOtherTypes() : UNDECODABLE),
    { name: 'moving.webp', bytes: await twoFrames.webp().toBuffer(), reason: ANIMATED },
    {
      name: 'moving.png',
      bytes: Buffer.concat([
        png.subarray(0, 33),
        makeChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])),
        png.subarray(33),
      ]),
      reason: ANIMATED,
    },
  ];
}

/** Valid images of types that the upscaler does not accept. */
async function makeOtherTypes(): Promise<HostileFile[]> {
  const picture = sharp(await drawPicture());
  return [
    {
      name: 'still.gif',
      bytes: await picture.clone().gif().toBuffer(),
      type: 'image/gif',
      reason: NO_PICTURE,
    },
    { name: 'scan.tif', bytes: await picture.clone().tiff().toBuffer(), reason: NO_PICTURE },
  ];
}

const unreadable = (name: string) =>
  new RegExp(
    `^This file is a ${name} image, which can't be read here\\. Convert it to JPEG and try again\\.$`,
  );

/** File headers of accepted types that cannot be decoded here. */
export const UNDECODABLE: readonly HostileFile[] = [
  {
    name: 'phone.heic',
    bytes: Buffer.from(`\0\0\0\x18ftypheic\0\0\0\0mif1heic${'\0'.repeat(99)}`, 'latin1'),
    type: 'image/heic',
    reason: unreadable('HEIC'),
  },
  {
    name: 'paint.bmp',
    bytes: Buffer.from(`BM\x7a\0\0\0\0\0\0\0\x36\0\0\0\x28${'\0'.repeat(107)}`, 'latin1'),
    type: 'image/bmp',
    reason: unreadable('BMP'),
  },
];

/** Valid images that other programs read as something else, from trailing bytes or metadata. */
export async function makePolyglots(): Promise<(NamedPicture & { tail: string })[]> {
  const script = '<script>alert(1)</script>';
  const withNote = async () => {
    const png = await drawPicture();
    const note = makeChunk('tEXt', Buffer.from(`Comment\0${script}`));
    return Buffer.concat([png.subarray(0, 33), note, png.subarray(33)]);
  };
  const withTail = async (tail: string) => Buffer.concat([await drawPicture(), Buffer.from(tail, 'latin1')]);
  return [
    { name: 'with a page.png', bytes: await withTail(`<html>${script}`), tail: script },
    { name: 'with an archive.png', bytes: await withTail('PK\x05\x06'.padEnd(22, '\0')), tail: 'PK\x05\x06' },
    { name: 'with a note.html', bytes: await withNote(), tail: script },
  ];
}
