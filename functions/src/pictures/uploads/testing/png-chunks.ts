import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

export function makeChunk(name: string, content: Buffer | string = ''): Buffer {
  const named = Buffer.concat([Buffer.from(name), Buffer.from(content)]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(named.length - 4, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}

/** 8-bit grayscale. */
const GRAY = { bitDepth: 8, colorType: 0, interlace: 0 };

/** A PNG with this size in its header, and any chunks. */
export function makePng(
  width: number,
  height: number,
  chunks: readonly Buffer[],
  { bitDepth, colorType, interlace } = GRAY,
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(bitDepth, 8);
  header.writeUInt8(colorType, 9);
  header.writeUInt8(interlace, 12);
  return Buffer.concat([SIGNATURE, makeChunk('IHDR', header), ...chunks, makeChunk('IEND')]);
}

/** Inserts chunks after the header, where most chunks are allowed. */
export const withChunks = (png: Buffer, ...chunks: readonly Buffer[]): Buffer =>
  Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);

/** A text chunk that decompresses to this many bytes. */
export const makeTextBomb = (bytes: number): Buffer =>
  makeChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(bytes))]));

export const makeProfileBomb = (bytes: number): Buffer =>
  makeChunk('iCCP', Buffer.concat([Buffer.from('Profile\0\0'), deflateSync(Buffer.alloc(bytes))]));
