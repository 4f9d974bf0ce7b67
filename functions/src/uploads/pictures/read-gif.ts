import { DAMAGED, ENDS_TOO_EARLY, keepParts, UnreadablePicture, type PictureFile } from './picture-file.ts';

const HEADER_LENGTH = 13;
const EXTENSION = 0x21;
const IMAGE = 0x2c;
const END = 0x3b;
/** The extension that says how long the next image stands and which colour of it is transparent. */
const GRAPHIC_CONTROL = 0xf9;

/** Of an animation the first image. */
export function readGif(bytes: Buffer): PictureFile {
  const parts = keepParts(bytes);
  let images = 0;
  let at = HEADER_LENGTH + colourTableLength(readByte(bytes, HEADER_LENGTH - 3));
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
        mustBeDrawnAnew: false,
        bytes: parts.finish(),
      };
    }
    if (kind === IMAGE) {
      // Its place and its own colours, then the length of its first codes.
      at = skipBlocks(bytes, at + 11 + colourTableLength(readByte(bytes, at + 9)));
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

const colourTableLength = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** Past blocks that each begin with their length, up to an empty one. */
function skipBlocks(bytes: Buffer, from: number): number {
  let at = from;
  for (let length = readByte(bytes, at); length > 0; length = readByte(bytes, at)) at += length + 1;
  return at + 1;
}
