/** PNG: chunks with a checksum. */
import { crc32, inflateSync } from 'node:zlib';
import { ensure, UnreadableFile, type Container } from './container.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const XMP_KEYWORD = Buffer.from('XML:com.adobe.xmp\0');
const TEXT_TYPES: ReadonlySet<string> = new Set(['iTXt', 'tEXt', 'zTXt']);
const MANIFEST = 'caBX';
const MAX_XMP_BYTES = 16 * 1024 * 1024;

interface Chunk {
  type: string;
  /** With length, type and checksum. */
  bytes: Buffer;
  data: Buffer;
}

export const isPng = (bytes: Buffer): boolean => bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE);

export function readPng(bytes: Buffer): Container {
  const chunks = split(bytes);
  const packets = chunks.filter(isXmp);
  ensure(packets.length <= 1, 'It has several XMP packets.');
  const [packet] = packets;
  return {
    xmp: packet && readText(packet),
    resources: undefined,
    manifest: chunks.find(({ type }) => type === MANIFEST)?.data,
    write({ xmp }) {
      const kept = chunks.filter((chunk) => chunk.type !== MANIFEST && (xmp === undefined || !isXmp(chunk)));
      const added = xmp === undefined ? [] : [makeXmp(xmp)];
      // Behind IHDR, where readers of a stream find it first.
      return Buffer.concat([
        SIGNATURE,
        ...kept.slice(0, 1).map((chunk) => chunk.bytes),
        ...added,
        ...kept.slice(1).map((chunk) => chunk.bytes),
      ]);
    },
  };
}

/** The specification of XMP names iTXt. libvips writes zTXt. */
const isXmp = ({ type, data }: Chunk): boolean =>
  TEXT_TYPES.has(type) && data.subarray(0, XMP_KEYWORD.length).equals(XMP_KEYWORD);

function split(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  let position = SIGNATURE.length;
  while (position < bytes.length) {
    ensure(position + 12 <= bytes.length, 'A chunk is cut.');
    const end = position + 12 + bytes.readUInt32BE(position);
    ensure(end <= bytes.length, 'A chunk is cut.');
    const type = bytes.toString('latin1', position + 4, position + 8);
    chunks.push({ type, bytes: bytes.subarray(position, end), data: bytes.subarray(position + 8, end - 4) });
    position = end;
    // What follows belongs to something else.
    if (type === 'IEND') break;
  }
  ensure(chunks[0]?.type === 'IHDR' && chunks.at(-1)?.type === 'IEND', 'The file is cut.');
  ensure(position === bytes.length, 'There is more behind the end.');
  return chunks;
}

function readText({ type, data }: Chunk): string {
  const start = XMP_KEYWORD.length;
  if (type === 'tEXt') return data.toString('utf8', start);
  // A byte names the method of compression.
  if (type === 'zTXt') return inflate(data.subarray(start + 1));
  // A flag of compression, its method, a language and a translation of the keyword.
  const language = data.indexOf(0, start + 2);
  const translation = language === -1 ? -1 : data.indexOf(0, language + 1);
  ensure(translation !== -1, 'A text is cut.');
  const text = data.subarray(translation + 1);
  return data[start] === 0 ? text.toString('utf8') : inflate(text);
}

function inflate(text: Buffer): string {
  try {
    return inflateSync(text, { maxOutputLength: MAX_XMP_BYTES }).toString('utf8');
  } catch (error) {
    throw new UnreadableFile('A text cannot be decompressed.', { cause: error });
  }
}

function makeXmp(xmp: string): Buffer {
  const data = Buffer.concat([XMP_KEYWORD, Buffer.alloc(4), Buffer.from(xmp)]);
  const typed = Buffer.concat([Buffer.from('iTXt'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, checksum]);
}
