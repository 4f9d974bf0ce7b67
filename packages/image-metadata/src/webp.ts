/** WebP: a RIFF file. https://developers.google.com/speed/webp/docs/riff_container */
import { ensure, type Container } from './container.ts';

const HEADER_BYTES = 12;
const CHUNK_HEAD_BYTES = 8;
const XMP = 'XMP ';
const MANIFEST = 'C2PA';
const EXTENDED = 'VP8X';
const XMP_FLAG = 0x04;
const ALPHA_FLAG = 0x10;

interface Chunk {
  type: string;
  data: Buffer;
}

export const isWebp = (bytes: Buffer): boolean =>
  bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, HEADER_BYTES) === 'WEBP';

export function readWebp(bytes: Buffer): Container {
  const chunks = split(bytes);
  const packets = chunks.filter(({ type }) => type === XMP);
  ensure(packets.length <= 1, 'It has several XMP packets.');
  return {
    xmp: packets[0]?.data.toString('utf8'),
    resources: undefined,
    manifest: chunks.find(({ type }) => type === MANIFEST)?.data,
    write({ xmp }) {
      const kept = chunks.filter(({ type }) => type !== MANIFEST && (xmp === undefined || type !== XMP));
      const [first, ...others] = kept[0]?.type === EXTENDED ? kept : [describeCanvas(kept), ...kept];
      ensure(first !== undefined, 'It has no picture.');
      if (xmp === undefined) return join([first, ...others]);
      const head = Buffer.from(first.data);
      head.writeUInt8(head.readUInt8(0) | XMP_FLAG, 0);
      return join([{ type: EXTENDED, data: head }, ...others, { type: XMP, data: Buffer.from(xmp) }]);
    },
  };
}

function split(bytes: Buffer): Chunk[] {
  ensure(bytes.length >= HEADER_BYTES, 'The file is cut.');
  ensure(bytes.readUInt32LE(4) + CHUNK_HEAD_BYTES === bytes.length, 'Its size is wrong.');
  const chunks: Chunk[] = [];
  let position = HEADER_BYTES;
  while (position < bytes.length) {
    const start = position + CHUNK_HEAD_BYTES;
    ensure(start <= bytes.length, 'A chunk is cut.');
    const length = bytes.readUInt32LE(position + 4);
    ensure(start + length <= bytes.length, 'A chunk is cut.');
    chunks.push({
      type: bytes.toString('latin1', position, position + 4),
      data: bytes.subarray(start, start + length),
    });
    position = start + length + (length % 2);
  }
  ensure(position === bytes.length, 'A chunk is cut.');
  ensure(chunks[0]?.type !== EXTENDED || chunks[0].data.length >= 10, 'Its header is cut.');
  return chunks;
}

/** The header that a simple file lacks. */
function describeCanvas(chunks: readonly Chunk[]): Chunk {
  const [picture] = chunks;
  ensure(picture !== undefined && chunks.length === 1, 'Chunks without a header are unknown.');
  const { type, data } = picture;
  ensure(data.length >= 10, 'The picture is cut.');
  const isLossless = type === 'VP8L';
  ensure(
    isLossless ? data[0] === 0x2f : type === 'VP8 ' && data.readUIntBE(3, 3) === 0x9d012a,
    'It has no picture.',
  );
  const bits = data.readUInt32LE(1);
  const width = isLossless ? bits & 0x3fff : (data.readUInt16LE(6) & 0x3fff) - 1;
  const height = isLossless ? (bits >>> 14) & 0x3fff : (data.readUInt16LE(8) & 0x3fff) - 1;
  ensure(width >= 0 && height >= 0, 'It has no size.');
  const hasAlpha = isLossless && ((bits >>> 28) & 1) === 1;
  const head = Buffer.alloc(10);
  head.writeUInt8(hasAlpha ? ALPHA_FLAG : 0, 0);
  head.writeUIntLE(width, 4, 3);
  head.writeUIntLE(height, 7, 3);
  return { type: EXTENDED, data: head };
}

function join(chunks: readonly Chunk[]): Buffer {
  const parts = chunks.flatMap(({ type, data }) => {
    const head = Buffer.alloc(CHUNK_HEAD_BYTES);
    head.write(type, 'latin1');
    head.writeUInt32LE(data.length, 4);
    return [head, data, Buffer.alloc(data.length % 2)];
  });
  const body = Buffer.concat(parts);
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('RIFF', 'latin1');
  header.writeUInt32LE(body.length + 4, 4);
  header.write('WEBP', 8, 'latin1');
  return Buffer.concat([header, body]);
}
