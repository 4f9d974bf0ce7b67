import { MOST_PIXELS, type PictureType } from '@portal/contracts/uploads';
import type { Sharp } from 'sharp';
import { DAMAGED, UnreadablePicture, type PictureFile } from './pictures/picture-file.ts';
import { readGif } from './pictures/read-gif.ts';
import { readJpeg } from './pictures/read-jpeg.ts';
import { readPng } from './pictures/read-png.ts';
import { readWebp } from './pictures/read-webp.ts';

/** A picture as the tools work on it: upright, whole, and without what it said of place, camera and person. */
export interface Original {
  bytes: Buffer;
  contentType: PictureType;
  width: number;
  height: number;
  hasAlpha: boolean;
}

export type Inspection = { kind: 'picture'; picture: Original } | { kind: 'unreadable'; reason: string };

interface Acceptance {
  types: readonly PictureType[];
  /** Takes the first image of an animation, rather than refusing it. */
  takesAnimated?: boolean;
}

interface Format {
  type: PictureType;
  name: string;
  begins: (start: string) => boolean;
  read: (bytes: Buffer) => PictureFile;
}

const FORMATS: readonly Format[] = [
  { type: 'image/jpeg', name: 'JPEG', begins: (start) => start.startsWith('\xff\xd8\xff'), read: readJpeg },
  { type: 'image/png', name: 'PNG', begins: (start) => start.startsWith('\x89PNG\r\n\x1a\n'), read: readPng },
  {
    type: 'image/webp',
    name: 'WebP',
    begins: (start) => start.startsWith('RIFF') && start.startsWith('WEBP', 8),
    read: readWebp,
  },
  { type: 'image/gif', name: 'GIF', begins: (start) => /^GIF8[79]a/.test(start), read: readGif },
];

/** Of a JPEG or WebP that has to be drawn anew; nobody sees a difference. */
const QUALITY = 95;

const findFormat = (bytes: Buffer): Format | undefined => {
  const start = bytes.toString('latin1', 0, 16);
  return FORMATS.find(({ begins }) => begins(start));
};

/** What the bytes are, whatever was said of them. */
export const findPictureType = (bytes: Buffer): PictureType | undefined => findFormat(bytes)?.type;

/**
 * Looks at what somebody uploaded: first at the file's own structure, so that nothing is decoded that is too large or
 * is no picture, then at every row of it. Its bytes stay as they are where nothing has to change.
 */
export async function inspectPicture(
  bytes: Buffer,
  acceptance: Acceptance = { types: ['image/jpeg', 'image/png', 'image/webp'] },
): Promise<Inspection> {
  try {
    return { kind: 'picture', picture: await readPicture(bytes, acceptance) };
  } catch (error) {
    if (error instanceof UnreadablePicture) return { kind: 'unreadable', reason: error.message };
    throw error;
  }
}

async function readPicture(bytes: Buffer, { types, takesAnimated }: Acceptance): Promise<Original> {
  if (bytes.length === 0) throw new UnreadablePicture('The file is empty.');
  const format = findFormat(bytes);
  if (!format || !types.includes(format.type)) throw new UnreadablePicture(describeTypes(types));
  const file = format.read(bytes);
  checkSize(file);
  if (file.isAnimated && !takesAnimated) throw new UnreadablePicture('This picture is animated.');
  const { default: sharp } = await import('sharp');
  try {
    const image = sharp(file.bytes, { failOn: 'warning', limitInputPixels: MOST_PIXELS });
    return { contentType: format.type, ...(await decode(image, file, format.type)) };
  } catch (cause) {
    throw new UnreadablePicture(DAMAGED, { cause });
  }
}

function describeTypes(types: readonly PictureType[]): string {
  const names = FORMATS.filter(({ type }) => types.includes(type)).map(({ name }) => name);
  return `This is not a ${new Intl.ListFormat('en', { type: 'disjunction' }).format(names)} picture.`.replace(
    ', or ',
    ' or ',
  );
}

function checkSize({ width, height }: PictureFile): void {
  if (width === 0 || height === 0) throw new UnreadablePicture(DAMAGED);
  if (width * height <= MOST_PIXELS) return;
  const megapixels = Math.ceil((width * height) / 1_000_000);
  throw new UnreadablePicture(
    `At ${megapixels} megapixels the picture is too large; the most is ${MOST_PIXELS / 1_000_000}.`,
  );
}

async function decode(
  image: Sharp,
  file: PictureFile,
  type: PictureType,
): Promise<Omit<Original, 'contentType'>> {
  const { width, height, hasAlpha, space } = await image.metadata();
  if (!file.mustBeDrawnAnew) {
    // To the last row, or it could end in the middle and nobody would know.
    await image.resize(8, 8, { fit: 'fill', fastShrinkOnLoad: false }).raw().toBuffer();
    return { bytes: file.bytes, width, height, hasAlpha };
  }
  const drawn = encode(turn(image, file.orientation), type);
  // As it was, or grey would become coloured and 16 bits 8; but nothing shows CMYK as it is meant.
  if (space === 'cmyk') drawn.toColourspace('srgb');
  else drawn.toColourspace(space).keepIccProfile();
  const { data, info } = await drawn.toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height, hasAlpha };
}

/** By orientation as EXIF counts it: whether it is to be mirrored, then by how many degrees to be turned clockwise. */
const TURNS: readonly [isMirrored: boolean, degrees: number][] = [
  [false, 0],
  [true, 0],
  [false, 180],
  [true, 180],
  [true, 270],
  [false, 90],
  [true, 90],
  [false, 270],
];

function turn(image: Sharp, orientation: number): Sharp {
  const [isMirrored, degrees] = TURNS[orientation - 1] ?? [false, 0];
  return image.flop(isMirrored).rotate(degrees);
}

function encode(image: Sharp, type: PictureType): Sharp {
  if (type === 'image/jpeg') {
    // Coding made to measure would save a few percent, and hold a gigabyte of a picture of 100 megapixels.
    return image.jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4', optimiseCoding: false });
  }
  return type === 'image/webp' ? image.webp({ quality: QUALITY }) : image.png();
}
