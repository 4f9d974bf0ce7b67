/** Hashes compressed pixels, so that files which differ only in metadata share a hash. Decoding them would take longer. */
import { createHash, type Hash } from 'node:crypto';

/** What is shorter has no header. */
const MIN_BYTES = 12;
const JPEG_SIGNATURE = 0xffd8;
const START_OF_SCAN = 0xda;
/** Comments, and the segments of applications. APP0, APP2 and APP14 say how colors are to be read. */
const JPEG_METADATA: ReadonlySet<number> = new Set([
  0xfe, 0xe1, 0xe3, 0xe4, 0xe5, 0xe6, 0xe7, 0xe8, 0xe9, 0xea, 0xeb, 0xec, 0xed, 0xef,
]);
const PNG_SIGNATURE = 0x89504e47;
const PNG_METADATA: ReadonlySet<string> = new Set(['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME', 'caBX']);
const WEBP_METADATA: ReadonlySet<string> = new Set(['XMP ', 'EXIF', 'C2PA']);
/** Has flags of what else is there, and the size of the canvas. */
const WEBP_HEADER = 'VP8X';
const FLAGS_BYTES = 4;

/** No derived file keeps metadata, apart from how colors are to be read. */
export function hashPixels(file: Buffer): string {
  const hash = createHash('sha1');
  if (file.length < MIN_BYTES) hash.update(file);
  else if (file.readUInt16BE(0) === JPEG_SIGNATURE) addJpeg(file, hash);
  else if (file.readUInt32BE(0) === PNG_SIGNATURE) addPng(file, hash);
  else if (file.toString('latin1', 8, 12) === 'WEBP') addWebp(file, hash);
  else hash.update(file);
  return hash.digest('hex');
}

function addJpeg(file: Buffer, hash: Hash): void {
  let position = 2;
  while (position + 4 <= file.length) {
    const marker = file.readUInt8(position + 1);
    if (file[position] !== 0xff || marker === START_OF_SCAN) break;
    const end = position + 2 + file.readUInt16BE(position + 2);
    if (!JPEG_METADATA.has(marker)) hash.update(file.subarray(position, end));
    position = end;
  }
  hash.update(file.subarray(position));
}

function addPng(file: Buffer, hash: Hash): void {
  for (let position = 8; position + 12 <= file.length;) {
    const end = position + 12 + file.readUInt32BE(position);
    const type = file.toString('latin1', position + 4, position + 8);
    if (!PNG_METADATA.has(type)) hash.update(file.subarray(position, end));
    position = end;
  }
}

function addWebp(file: Buffer, hash: Hash): void {
  for (let position = 12; position + 8 <= file.length;) {
    const length = file.readUInt32LE(position + 4);
    const end = position + 8 + length + (length % 2);
    const type = file.toString('latin1', position, position + 4);
    const start = type === WEBP_HEADER ? position + 8 + FLAGS_BYTES : position;
    if (!WEBP_METADATA.has(type)) hash.update(file.subarray(start, end));
    position = end;
  }
}
