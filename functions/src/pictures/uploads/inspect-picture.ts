import { findPictureType, PICTURE_FORMATS, type PictureType } from '@portal/contracts/picture-type';
import { MAX_PIXELS } from '@portal/contracts/uploads';
import type { Sharp } from 'sharp';
import { loadSharp } from '../load-sharp.ts';
import { readMark, type FoundMark } from '../mark-image.ts';
import { makeThumbnail, shrink } from '../make-thumbnail.ts';
import { PictureNeedsTooMuchMemory, withPictureMemory } from '../picture-memory.ts';
import { AcquireAborted } from '../../platform/weighted-semaphore.ts';
import { DAMAGED, UnreadablePicture, type PictureFile } from './pictures/picture-file.ts';
import { readGif } from './pictures/read-gif.ts';
import { readJpeg } from './pictures/read-jpeg.ts';
import { readPng } from './pictures/read-png.ts';
import { readWebp } from './pictures/read-webp.ts';

/** Types that are kept; others are converted to one of these. */
type KeptType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif';

/** A picture as the tools get it: upright, complete, and without metadata about place, camera and person. */
export interface Original {
  bytes: Buffer;
  contentType: KeptType;
  /** Type of the uploaded file. */
  uploadedType: PictureType;
  width: number;
  height: number;
  hasAlpha: boolean;
  /** A small WebP. */
  thumbnail: Buffer;
  /** How it came about, if the file says so. */
  mark: FoundMark;
}

export type Inspection = { kind: 'picture'; picture: Original } | { kind: 'unreadable'; reason: string };

interface Acceptance {
  types: readonly PictureType[];
  /** Accepts animations and uses their first image. */
  takesAnimated?: boolean;
  /** Ends the wait for memory with `AcquireAborted`. */
  signal?: AbortSignal;
}

const READERS: Record<KeptType, (bytes: Buffer) => PictureFile> = {
  'image/jpeg': readJpeg,
  'image/png': readPng,
  'image/webp': readWebp,
  'image/gif': readGif,
};
const isKept = (type: PictureType): type is KeptType => type in READERS;

/** sharp's npm package cannot decode them: BMP needs ImageMagick, HEIC a licensed HEVC decoder. */
const UNSUPPORTED: ReadonlySet<PictureType> = new Set(['image/bmp', 'image/heic']);

/** For a JPEG or WebP that has to be encoded again; the difference is not visible. */
const QUALITY = 95;

/**
 * Checks an upload: first the structure of the file, so that nothing too large is decoded, then every row of the picture.
 * The bytes stay as they are if nothing has to change.
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

async function readPicture(bytes: Buffer, { types, takesAnimated, signal }: Acceptance): Promise<Original> {
  if (bytes.length === 0) throw new UnreadablePicture('The file is empty.');
  const type = findPictureType(bytes);
  if (!type || !types.includes(type)) throw new UnreadablePicture(describeTypes(types));
  if (!isKept(type)) return { ...(await convertPicture(bytes, type, signal)), uploadedType: type };
  const file = READERS[type](bytes);
  checkSize(file);
  if (file.isAnimated && !takesAnimated)
    throw new UnreadablePicture('This picture is animated. Save one of its frames as a picture.');
  const [sharp, mark] = await Promise.all([loadSharp(), readMark(bytes)]);
  try {
    const image = sharp(file.bytes, { failOn: 'warning', limitInputPixels: MAX_PIXELS });
    return { contentType: type, uploadedType: type, mark, ...(await decode(image, file, type, signal)) };
  } catch (cause) {
    throw toUnreadable(cause, DAMAGED);
  }
}

/** Converts AVIF, TIFF and others to the JPEG or PNG that every provider and browser accepts. */
async function convertPicture(
  bytes: Buffer,
  type: PictureType,
  signal: AbortSignal | undefined,
): Promise<Omit<Original, 'uploadedType'>> {
  const sharp = await loadSharp();
  try {
    const metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
    const { hasAlpha, orientation = 1 } = metadata;
    checkSize(metadata);
    // Not on warnings: libtiff warns about every unknown tag.
    const upright = sharp(bytes, { failOn: 'error', limitInputPixels: MAX_PIXELS })
      .autoOrient()
      .toColourspace('srgb');
    const contentType = hasAlpha ? 'image/png' : 'image/jpeg';
    const { data, info } = await withPictureMemory(
      metadata,
      { isRotated: orientation !== 1 },
      () => encode(upright, contentType).toBuffer({ resolveWithObject: true }),
      { signal },
    );
    const thumbnail = await makeThumbnail(data, { signal });
    const { width, height } = info;
    const mark = await readMark(bytes, metadata.xmp);
    return { bytes: data, contentType, width, height, hasAlpha, thumbnail, mark };
  } catch (cause) {
    throw toUnreadable(cause, UNSUPPORTED.has(type) ? describeUnsupported(type) : DAMAGED);
  }
}

const TOO_MUCH_MEMORY = 'This picture takes too much memory to open. Save it as a JPEG and try again.';

function toUnreadable(cause: unknown, otherwise: string): unknown {
  if (cause instanceof UnreadablePicture || cause instanceof AcquireAborted) return cause;
  return new UnreadablePicture(cause instanceof PictureNeedsTooMuchMemory ? TOO_MUCH_MEMORY : otherwise, {
    cause,
  });
}

const describeUnsupported = (type: PictureType): string =>
  `This file is a ${PICTURE_FORMATS[type].name} image, which can't be read here. Convert it to JPEG and try again.`;

function describeTypes(types: readonly PictureType[]): string {
  const names = types.filter((type) => !UNSUPPORTED.has(type)).map((type) => PICTURE_FORMATS[type].name);
  return `This is not a ${new Intl.ListFormat('en', { type: 'disjunction' }).format(names)} picture.`.replace(
    ', or ',
    ' or ',
  );
}

function checkSize({ width, height }: Pick<PictureFile, 'width' | 'height'>): void {
  if (width === 0 || height === 0) throw new UnreadablePicture(DAMAGED);
  if (width * height <= MAX_PIXELS) return;
  const megapixels = Math.ceil((width * height) / 1_000_000);
  throw new UnreadablePicture(
    `At ${megapixels} megapixels the picture is too large; the most is ${MAX_PIXELS / 1_000_000}.`,
  );
}

async function decode(
  image: Sharp,
  file: PictureFile,
  type: KeptType,
  signal: AbortSignal | undefined,
): Promise<Omit<Original, 'contentType' | 'uploadedType' | 'mark'>> {
  const metadata = await image.metadata();
  const { width, height, hasAlpha, space } = metadata;
  if (!file.needsEncoding) {
    // The file could end in the middle.
    const small = shrink(image, { isComplete: true });
    const thumbnail = await withPictureMemory(metadata, {}, () => small.toBuffer(), { signal });
    return { bytes: file.bytes, width, height, hasAlpha, thumbnail };
  }
  const drawn = encode(turn(image, file.orientation), type);
  // Keep the color space, or gray would become color and 16 bits 8. CMYK is converted: viewers show it wrong.
  if (space === 'cmyk') drawn.toColourspace('srgb');
  else drawn.toColourspace(space).keepIccProfile();
  const output = {
    isRotated: file.orientation !== 1,
    ...(type === 'image/webp' && { format: 'webp' as const }),
  };
  const { data, info } = await withPictureMemory(
    metadata,
    output,
    () => drawn.toBuffer({ resolveWithObject: true }),
    { signal },
  );
  const thumbnail = await makeThumbnail(data, { signal });
  return { bytes: data, width: info.width, height: info.height, hasAlpha, thumbnail };
}

/** By EXIF orientation: whether to mirror, then how many degrees to rotate clockwise. */
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

function encode(image: Sharp, type: KeptType): Sharp {
  if (type === 'image/jpeg') {
    // Optimized coding would save a few percent, but needs a gigabyte for 100 megapixels.
    return image.jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4', optimiseCoding: false });
  }
  return type === 'image/webp' ? image.webp({ quality: QUALITY }) : image.png();
}
