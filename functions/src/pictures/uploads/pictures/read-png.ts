import { inflateSync } from 'node:zlib';
import { DAMAGED, ENDS_TOO_EARLY, keepParts, UnreadablePicture, type PictureFile } from './picture-file.ts';
import { readOrientation } from './read-orientation.ts';

/** Chunks for the picture and its colors. Others can hold texts, places and scripts, or decompress to gigabytes. */
const KEPT_CHUNKS = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'bKGD', 'sBIT', 'pHYs'],
  ...['gAMA', 'cHRM', 'sRGB', 'iCCP', 'cICP', 'mDCV', 'cLLI'],
]);
const SIGNATURE_LENGTH = 8;
/** Length, name and checksum of a chunk. */
const CHUNK_FRAME = 12;
/** Decompressed size of a color profile; printer profiles have one or two megabytes. */
const MAX_PROFILE_BYTES = 8 * 1024 * 1024;

/** Keeps the default image of an animation. */
export function readPng(bytes: Buffer): PictureFile {
  const parts = keepParts(bytes);
  parts.keep(0, SIGNATURE_LENGTH);
  const found = { width: 0, height: 0, orientation: 1, isAnimated: false };
  for (let at = SIGNATURE_LENGTH; ;) {
    if (at + CHUNK_FRAME > bytes.length) throw new UnreadablePicture(ENDS_TOO_EARLY);
    const name = bytes.toString('latin1', at + 4, at + 8);
    const end = at + CHUNK_FRAME + bytes.readUInt32BE(at);
    if (end > bytes.length) throw new UnreadablePicture(ENDS_TOO_EARLY);
    if ((at === SIGNATURE_LENGTH) !== (name === 'IHDR')) throw new UnreadablePicture(DAMAGED);

    const content = bytes.subarray(at + 8, end - 4);
    if (name === 'IHDR') Object.assign(found, readHeader(content));
    if (name === 'eXIf') found.orientation = readOrientation(content);
    if (name === 'acTL') found.isAnimated = true;
    if (KEPT_CHUNKS.has(name) && (name !== 'iCCP' || isProfile(content))) parts.keep(at, end);
    if (name === 'IEND') {
      return { ...found, needsEncoding: found.orientation !== 1, bytes: parts.finish() };
    }
    at = end;
  }
}

function readHeader(content: Buffer) {
  if (content.length !== 13) throw new UnreadablePicture(DAMAGED);
  return { width: content.readUInt32BE(0), height: content.readUInt32BE(4) };
}

/** Follows the profile's name and a byte for the compression method. */
function isProfile(content: Buffer): boolean {
  try {
    inflateSync(content.subarray(content.indexOf(0) + 2), { maxOutputLength: MAX_PROFILE_BYTES });
    return true;
  } catch {
    return false;
  }
}
