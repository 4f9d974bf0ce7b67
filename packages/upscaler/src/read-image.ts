import type { Sharp } from 'sharp';
import type { RowStream } from './row-stream.ts';

/** Decoded at once. Each strip decodes the image again up to its end, so that it is never whole in memory. */
const STRIP_BYTES = 4 * 1024 * 1024;

export interface SourceImage {
  readonly width: number;
  readonly height: number;
  /** The color profile of the pixels, which are never converted out of it. */
  readonly profile: Buffer | undefined;
  /** Unconverted pixels with 8 bits per channel, gray or RGB. */
  open(): Sharp;
  readonly rows: RowStream;
}

export async function readImage(bytes: Buffer, maxPixels: number): Promise<SourceImage> {
  const { default: sharp } = await import('sharp');
  const facts = await sharp(bytes).metadata();
  const { width, height, space, hasAlpha } = facts;
  const isGray = (space === 'b-w' || space === 'grey16') && !hasAlpha;
  // CMYK becomes sRGB by its profile, because no output can be CMYK. So does gray with alpha, because sharp does not
  // return it as two channels.
  const isConverted = !isGray && space !== 'srgb' && space !== 'rgb16';
  const open = () =>
    sharp(bytes, { ignoreIcc: !isConverted, limitInputPixels: maxPixels, failOn: 'error' }).toColourspace(
      isGray ? 'b-w' : 'srgb',
    );
  const channels = isGray ? 1 : hasAlpha ? 4 : 3;

  async function* decode(): AsyncGenerator<Buffer> {
    const step = Math.max(1, Math.floor(STRIP_BYTES / (width * channels)));
    for (let top = 0; top < height; top += step) {
      const rows = Math.min(step, height - top);
      yield await open().extract({ left: 0, top, width, height: rows }).raw().toBuffer();
    }
  }

  return {
    width,
    height,
    profile: isConverted ? undefined : facts.icc,
    open,
    rows: { width, height, channels, rows: decode() },
  };
}
