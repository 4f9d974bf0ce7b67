import type { Sharp } from 'sharp';
import type { RowStream } from './row-stream.ts';

/** Decoded at a time; a picture is decoded anew up to each strip, so that it is never whole in memory. */
const STRIP_BYTES = 1024 * 1024;

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** The colour profile that its pixels are meant in; they are never converted out of it. */
  readonly profile: Buffer | undefined;
  /** The pixels as they are, in 8 bits a channel, grey or RGB. */
  open(): Sharp;
  readonly rows: RowStream;
}

export async function readPicture(bytes: Buffer, maxPixels: number): Promise<Picture> {
  const { default: sharp } = await import('sharp');
  // Nothing here is done twice: what libvips keeps of past work is only memory.
  sharp.cache(false);
  const facts = await sharp(bytes).metadata();
  const { width, height, space, hasAlpha } = facts;
  const isGrey = (space === 'b-w' || space === 'grey16') && !hasAlpha;
  // CMYK becomes sRGB, by its own profile: no output here can be CMYK. So does grey with alpha, which sharp does not
  // hand out as two channels.
  const isConverted = !isGrey && space !== 'srgb' && space !== 'rgb16';
  const open = () =>
    sharp(bytes, { ignoreIcc: !isConverted, limitInputPixels: maxPixels, failOn: 'error' }).toColourspace(
      isGrey ? 'b-w' : 'srgb',
    );
  const channels = isGrey ? 1 : hasAlpha ? 4 : 3;

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
