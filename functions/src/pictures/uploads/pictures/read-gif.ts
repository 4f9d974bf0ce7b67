import { DAMAGED, ENDS_TOO_EARLY, keepParts, UnreadablePicture, type PictureFile } from './picture-file.ts';

const HEADER_LENGTH = 13;
const EXTENSION = 0x21;
const IMAGE = 0x2c;
const END = 0x3b;
/** The extension with the next image's duration and transparent color. */
const GRAPHIC_CONTROL = 0xf9;

/** Keeps the first image of an animation. */
export function readGif(bytes: Buffer): PictureFile {
  const parts = keepParts(bytes);
  let images = 0;
  let at = HEADER_LENGTH + colorTableLength(readByte(bytes, HEADER_LENGTH - 3));
  parts.keep(0, at);
  for (;;) {
    const start = at;
    const kind = readByte(bytes, at);
    if (kind === END) {
      parts.keep(at, at + 1);
      return {
        width: bytes.readUInt16LE(6),
        height: bytes.readUInt16LE(8),
        orientation: 1,
        isAnimated: images > 1,
        needsEncoding: false,
        bytes: parts.finish(),
      };
    }
    if (kind === IMAGE) {
      // Position and local colors, then the minimum code size.
      at = skipBlocks(bytes, at + 11 + colorTableLength(readByte(bytes, at + 9)));
      images += 1;
    } else if (kind === EXTENSION) {
      at = skipBlocks(bytes, at + 2);
    } else {
      throw new UnreadablePicture(DAMAGED);
    }
    const isOfFirst = kind === IMAGE ? images === 1 : images === 0 && bytes[start + 1] === GRAPHIC_CONTROL;
    if (isOfFirst) parts.keep(start, at);
  }
}

function readByte(bytes: Buffer, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) throw new UnreadablePicture(ENDS_TOO_EARLY);
  return byte;
}

const colorTableLength = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** Skips blocks that begin with their length, up to an empty one. */
function skipBlocks(bytes: Buffer, from: number): number {
  let at = from;
  for (let length = readByte(bytes, at); length > 0; length = readByte(bytes, at)) at += length + 1;
  return at + 1;
}
