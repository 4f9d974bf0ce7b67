/** Parts of files that a tool must reject or neutralize. The whole collection is in hostile-files/. */
import { crc32, deflateSync } from 'node:zlib';
import type { NamedPicture } from './send-pictures.ts';

export function makeChunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), content]);
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(content.length, 0);
  numbers.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([numbers.subarray(0, 4), named, numbers.subarray(4)]);
}

/** Inserts chunks after the header of a PNG, where most chunks are allowed. */
export const withChunks = (png: Buffer, ...chunks: readonly Buffer[]): Buffer =>
  Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);

const GRAY = { bitDepth: 8, colorType: 0, interlace: 0 };

/** A PNG with this size in its header, and any chunks. */
export function makePng(
  width: number,
  height: number,
  chunks: readonly Buffer[],
  { bitDepth, colorType, interlace } = GRAY,
): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, bitDepth, colorType, 0, 0, interlace]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    makeChunk('IHDR', header),
    ...chunks,
    makeChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A few hundred bytes that claim to be an image of any size. */
export const makePngOfSize = (width: number, height: number): Buffer =>
  makePng(width, height, [makeChunk('IDAT', deflateSync(Buffer.alloc(100_000)))]);

const explain = (name: string) =>
  `This file is a ${name} image, which can't be read here. Convert it to JPEG and try again.`;

/** File headers of accepted types that cannot be decoded here. */
export const UNDECODABLE: readonly (NamedPicture & { reason: string })[] = [
  {
    name: 'phone.heic',
    bytes: Buffer.from(`\0\0\0\x18ftypheic\0\0\0\0mif1heic${'\0'.repeat(99)}`, 'latin1'),
    type: 'image/heic',
    reason: explain('HEIC'),
  },
  {
    name: 'paint.bmp',
    bytes: Buffer.from(`BM\x7a\0\0\0\0\0\0\0\x36\0\0\0\x28${'\0'.repeat(107)}`, 'latin1'),
    type: 'image/bmp',
    reason: explain('BMP'),
  },
];
