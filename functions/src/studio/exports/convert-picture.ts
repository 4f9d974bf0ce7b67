/** A picture as agencies take it: an upright JPEG in sRGB, with its mark and texts inside. */
import { MEGABYTE, type Agency } from '@portal/contracts/agencies/agency';
import { MAX_PIXELS } from '@portal/contracts/uploads';
import type { FileSettings } from '@portal/contracts/studio-settings';
import type { Metadata as Inside } from '@portal/image-metadata';
import type { Metadata, Sharp } from 'sharp';
import type { AgencyTexts } from '../../batches/tool.ts';
import { loadSharp } from '../../pictures/load-sharp.ts';
import { copyMark, readMark, writeTexts } from '../../pictures/mark-image.ts';
import { PictureNeedsTooMuchMemory, withPictureMemory } from '../../pictures/picture-memory.ts';
import { addSrgbProfile, isSrgbProfile } from './color-profile.ts';

/** The agency would not take the file. The message is shown to the owner. */
export class ExportRefused extends Error {
  override name = 'ExportRefused';
}

/** From not visibly different to still good. */
const QUALITIES = [95, 92, 89, 85] as const;

type Limits = Pick<Agency, 'minBytes' | 'maxBytes' | 'keywords'>;

/** A JPEG that the agency takes as it is keeps its pixels, bit by bit. */
export async function convertPicture(
  bytes: Buffer,
  texts: AgencyTexts | undefined,
  limits: Limits,
  signal: AbortSignal,
  ownership: FileSettings = {},
): Promise<Buffer> {
  const sharp = await loadSharp();
  const metadata = await sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata();
  const inside = describeInside(texts, limits.keywords.written, ownership);
  const maxBytes = limits.maxBytes ?? Number.POSITIVE_INFINITY;
  if (isSrgbJpeg(metadata)) {
    const kept = await keepJpeg(bytes, metadata, inside);
    if (kept.length <= maxBytes) return checkSize(kept, limits);
  }
  const mark = await readMark(bytes, metadata.xmp);
  let length = 0;
  for (const quality of QUALITIES) {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
    const made = await copyMark(await encode(image, metadata, quality, signal), mark, inside);
    if (made.length <= maxBytes) return checkSize(made, limits);
    length = made.length;
  }
  throw new ExportRefused(
    `Even at a quality of ${QUALITIES.at(-1)} percent the file has ${describeSize(length)}; the limit is ${describeSize(maxBytes)}.`,
  );
}

/** The size of a JPEG that keeps its pixels. Undefined if the file would be encoded again. */
export async function measureKept(
  bytes: Buffer,
  texts: AgencyTexts | undefined,
  { keywords }: Pick<Limits, 'keywords'>,
  ownership: FileSettings,
): Promise<number | undefined> {
  const sharp = await loadSharp();
  const metadata = await sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata();
  if (!isSrgbJpeg(metadata)) return undefined;
  return (await keepJpeg(bytes, metadata, describeInside(texts, keywords.written, ownership))).length;
}

/** Undefined if there is nothing to write. */
function describeInside(
  texts: AgencyTexts | undefined,
  maxKeywords: number,
  { creator, copyright }: FileSettings,
): Inside | undefined {
  const inside: Inside = {
    ...(texts && {
      title: texts.seo_image_title,
      description: texts.seo_description,
      keywords: texts.keywords.slice(0, maxKeywords),
    }),
    ...(creator !== undefined && { creator }),
    ...(copyright !== undefined && { copyright }),
  };
  return Object.keys(inside).length > 0 ? inside : undefined;
}

/** Its mark is inside already. */
async function keepJpeg(bytes: Buffer, { icc }: Metadata, inside: Inside | undefined): Promise<Buffer> {
  if (icc) return inside ? writeTexts(bytes, inside) : bytes;
  return writeTexts(await addSrgbProfile(bytes), inside ?? {});
}

const isSrgbJpeg = ({ format, space, channels, depth, orientation = 1, icc }: Metadata): boolean =>
  format === 'jpeg' &&
  space === 'srgb' &&
  channels === 3 &&
  depth === 'uchar' &&
  orientation === 1 &&
  (!icc || isSrgbProfile(icc));

async function encode(
  image: Sharp,
  metadata: Metadata,
  quality: number,
  signal: AbortSignal,
): Promise<Buffer> {
  const { orientation = 1 } = metadata;
  const drawn = image
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .withIccProfile('srgb')
    // Optimized coding would save a few percent, but needs a gigabyte for 100 megapixels.
    .jpeg({ quality, chromaSubsampling: '4:4:4', optimiseCoding: false });
  try {
    return await withPictureMemory(metadata, { isRotated: orientation !== 1 }, () => drawn.toBuffer(), {
      signal,
    });
  } catch (error) {
    if (error instanceof PictureNeedsTooMuchMemory) {
      throw new ExportRefused('This picture takes too much memory to convert. Save it as a JPEG first.', {
        cause: error,
      });
    }
    throw error;
  }
}

function checkSize(jpeg: Buffer, { minBytes }: Limits): Buffer {
  if (minBytes === null || jpeg.length >= minBytes) return jpeg;
  throw new ExportRefused(describeTooSmall(jpeg.length, minBytes));
}

export const describeTooSmall = (bytes: number, minBytes: number): string =>
  `The file has ${describeSize(bytes)}; at least ${describeSize(minBytes)} are required.`;

/** With two digits, as in '0.12 MB' and '46 MB'. */
export const describeSize = (bytes: number): string => `${Number((bytes / MEGABYTE).toPrecision(2))} MB`;
