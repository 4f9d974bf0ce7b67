import { DAMAGED, ENDS_TOO_EARLY, keepParts, UnreadablePicture, type PictureFile } from './picture-file.ts';
import { readOrientation } from './read-orientation.ts';

const KEPT_CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP', 'ANIM', 'ANMF']);
/** "RIFF", the length of the rest, "WEBP". */
const HEADER_LENGTH = 12;
/** Offset of the flags of a VP8X chunk, which is always the first. */
const FLAGS_AT = 20;
const EXIF_FLAG = 0x08;
const XMP_FLAG = 0x04;
const ANIMATION_FLAG = 0x02;
const EXIF = 'Exif\0\0';

export function readWebp(bytes: Buffer): PictureFile {
  const fileEnd = 8 + bytes.readUInt32LE(4);
  if (fileEnd > bytes.length) throw new UnreadablePicture(ENDS_TOO_EARLY);
  const parts = keepParts(bytes);
  parts.keep(0, HEADER_LENGTH);
  const found = { width: 0, height: 0, orientation: 1, isAnimated: false };
  for (let at = HEADER_LENGTH; at < fileEnd;) {
    if (at + 8 > fileEnd) throw new UnreadablePicture(DAMAGED);
    const name = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const content = bytes.subarray(at + 8, at + 8 + length);
    // Padded to an even length; some writers forget the padding of the last chunk.
    const end = Math.min(at + 8 + length + (length % 2), fileEnd);
    if (content.length < length) throw new UnreadablePicture(ENDS_TOO_EARLY);

    if (at === HEADER_LENGTH) Object.assign(found, readSize(name, content));
    if (name === 'EXIF') found.orientation = readOrientation(withoutName(content));
    if (name === 'ANMF') found.isAnimated = true;
    if (name === 'VP8X' && (content[0] ?? 0) & ANIMATION_FLAG) found.isAnimated = true;
    if (KEPT_CHUNKS.has(name)) parts.keep(at, end);
    at = end;
  }
  const kept = parts.finish();
  return {
    ...found,
    needsEncoding: found.orientation !== 1 || found.isAnimated,
    bytes: kept.length === bytes.length ? bytes : withNewHeader(kept),
  };
}

/** From the first chunk: the picture's size, or the canvas size of an extended file. */
function readSize(name: string, content: Buffer): { width: number; height: number } {
  if (name === 'VP8X' && content.length >= 10) {
    return { width: content.readUIntLE(4, 3) + 1, height: content.readUIntLE(7, 3) + 1 };
  }
  if (name === 'VP8 ' && content.length >= 10) {
    return { width: content.readUInt16LE(6) & 0x3fff, height: content.readUInt16LE(8) & 0x3fff };
  }
  if (name === 'VP8L' && content.length >= 5) {
    const bits = content.readUInt32LE(1);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  throw new UnreadablePicture(DAMAGED);
}

/** Some writers add the prefix that JPEG uses. */
const withoutName = (exif: Buffer) =>
  exif.toString('latin1', 0, EXIF.length) === EXIF ? exif.subarray(EXIF.length) : exif;

function withNewHeader(kept: Buffer): Buffer {
  const file = Buffer.from(kept);
  file.writeUInt32LE(file.length - 8, 4);
  if (file.toString('latin1', HEADER_LENGTH, HEADER_LENGTH + 4) === 'VP8X') {
    file.writeUInt8(file.readUInt8(FLAGS_AT) & ~(EXIF_FLAG | XMP_FLAG), FLAGS_AT);
  }
  return file;
}
