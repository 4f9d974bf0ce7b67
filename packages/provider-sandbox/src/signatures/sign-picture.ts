/** Puts a C2PA manifest into a file, as OpenAI does: https://help.openai.com/en/articles/8912793-c2pa-in-dall-e-3 */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { ImageFormat } from '../pictures/encode.ts';
import { makeManifest } from './make-manifest.ts';

interface Place {
  start: number;
  wrap: (manifest: Buffer) => Buffer;
  /** Changes the sizes that the file says. */
  fix?: (file: Buffer) => void;
}

const PNG_HEADER_BYTES = 33;
const JPEG_START_BYTES = 2;
const MAX_SEGMENT_BYTES = 0xff_ff;
const NO_HASH = Buffer.alloc(32);

const PLACES: Record<ImageFormat, (bytes: Buffer) => Place> = {
  png: () => ({ start: PNG_HEADER_BYTES, wrap: makePngChunk }),
  jpeg: () => ({ start: JPEG_START_BYTES, wrap: makeJpegSegment }),
  webp: (bytes) => ({
    start: bytes.length,
    wrap: makeWebpChunk,
    fix: (file) => void file.writeUInt32LE(file.length - 8, 4),
  }),
};

/** The same pixels; the manifest's hash covers everything but itself. */
export function signPicture(bytes: Buffer, format: ImageFormat): Buffer {
  const id = makeId(bytes);
  const { start, wrap, fix } = PLACES[format](bytes);
  const build = (length: number, hash: Buffer) => {
    const manifest = wrap(makeManifest(id, `image/${format}`, { start, length, hash }));
    const file = Buffer.concat([bytes.subarray(0, start), manifest, bytes.subarray(start)]);
    fix?.(file);
    return { file, length: manifest.length };
  };
  const { length, file } = build(0, NO_HASH);
  const rest = createHash('sha256')
    .update(file.subarray(0, start))
    .update(file.subarray(start + length));
  return build(length, rest.digest()).file;
}

/** A UUID of the picture, so that the same picture makes the same file. */
const makeId = (bytes: Buffer): string =>
  createHash('sha256')
    .update(bytes)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');

function makePngChunk(manifest: Buffer): Buffer {
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from('caBX'), manifest, Buffer.alloc(4)]);
  chunk.writeUInt32BE(manifest.length);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
}

/** APP11 with its identifier, the number of the box and the number of the packet. */
function makeJpegSegment(manifest: Buffer): Buffer {
  const head = Buffer.from([0xff, 0xeb, 0, 0, 0x4a, 0x50, 0, 1, 0, 0, 0, 1]);
  const length = head.length - 2 + manifest.length;
  if (length > MAX_SEGMENT_BYTES) throw new Error('The manifest needs several segments.');
  head.writeUInt16BE(length, 2);
  return Buffer.concat([head, manifest]);
}

/** Chunks have an even length. */
function makeWebpChunk(manifest: Buffer): Buffer {
  const head = Buffer.from('C2PA\0\0\0\0', 'latin1');
  head.writeUInt32LE(manifest.length, 4);
  return Buffer.concat([head, manifest, Buffer.alloc(manifest.length % 2)]);
}
