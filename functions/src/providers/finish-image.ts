import { loadSharp } from '../pictures/load-sharp.ts';
import { measurePicture } from '../pictures/checks/measure-picture.ts';
import { withPictureMemory } from '../pictures/picture-memory.ts';
import { CallFailed } from './call-provider.ts';
import type { MadeImage } from './provider-answer.ts';

const FORMATS = { 'image/png': 'png', 'image/jpeg': 'jpeg', 'image/webp': 'webp' } as const;

/** The start of each file type, read as latin1. */
const SIGNATURES: readonly [MadeImage['contentType'], (start: string) => boolean][] = [
  ['image/png', (start) => start.startsWith('\x89PNG\r\n\x1a\n')],
  ['image/jpeg', (start) => start.startsWith('\xff\xd8\xff')],
  ['image/webp', (start) => start.startsWith('RIFF') && start.startsWith('WEBP', 8)],
];

const JPEG_QUALITY = 92;
/** The item's lease goes on, so it must not wait behind pictures that nobody has paid for. */
const PAID_ALREADY = { isUrgent: true };

/** The type of the bytes, whatever the provider claims. */
function findType(bytes: Buffer): MadeImage['contentType'] {
  const start = bytes.subarray(0, 16).toString('latin1');
  const type = SIGNATURES.find(([, begins]) => begins(start))?.[0];
  if (type === undefined) throw new CallFailed({ kind: 'wrong-content', detail: 'not an image' });
  return type;
}

/**
 * Checks that the image is complete, and converts it to the requested format and ratio: it is paid for, so another format
 * is not a failure.
 */
export async function finishImage(
  bytes: Buffer,
  contentType: MadeImage['contentType'],
  aspectRatio?: string,
): Promise<MadeImage> {
  const type = findType(bytes);
  const sharp = await loadSharp();
  const image = sharp(bytes, { failOn: 'error' });
  try {
    const metadata = await image.metadata();
    const { width, height } = metadata;
    const crop = aspectRatio === undefined ? undefined : findCrop(width, height, aspectRatio);
    if (type === contentType && !crop) {
      // The file could end in the middle.
      const measure = () => measurePicture(image);
      const appearance = await withPictureMemory(metadata, { isMeasured: true }, measure, PAID_ALREADY);
      return { bytes, contentType, appearance };
    }
    const output = image.toFormat(FORMATS[contentType], {
      ...(contentType === 'image/jpeg' ? { quality: JPEG_QUALITY } : {}),
    });
    const finished = crop ? output.resize({ ...crop, fit: 'cover' }) : output;
    const format = FORMATS[contentType];
    return {
      bytes: await withPictureMemory(metadata, { format }, () => finished.toBuffer(), PAID_ALREADY),
      contentType,
    };
  } catch (error) {
    throw new CallFailed({ kind: 'broken-answer', detail: `the image is damaged: ${String(error)}` });
  }
}

/** The largest crop of that ratio; undefined if the image has the ratio already, to 1 %. */
function findCrop(width: number, height: number, aspectRatio: string) {
  const [across = 1, down = 1] = aspectRatio.split(':').map(Number);
  const wanted = across / down;
  const actual = width / height;
  if (Math.abs(actual / wanted - 1) < 0.01) return undefined;
  return actual > wanted
    ? { width: Math.round(height * wanted), height }
    : { width, height: Math.round(width / wanted) };
}
