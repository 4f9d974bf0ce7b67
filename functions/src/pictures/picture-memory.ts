/** How much memory decoding takes, and how much of it an instance gives to pictures. See docs/decisions/013. */
import type { Metadata } from 'sharp';
import { makeWeightedSemaphore, type AcquireOptions } from '../platform/weighted-semaphore.ts';
import { PICTURE_MEMORY_BYTES } from '../platform/config/function-sizes.ts';

const MEBIBYTE = 1024 ** 2;
/** For Node.js, the SDKs, and the files of all items that an instance works on. */
const RESERVED_BYTES = 512 * MEBIBYTE;
const MAX_DECODE_BYTES = PICTURE_MEMORY_BYTES - RESERVED_BYTES;

/** Per picture and per pixel, whatever the format: libvips' buffers. */
const BASE_BYTES = 48 * MEBIBYTE;
const PIPELINE_BYTES = 1.5;
/** Per pixel, for encoders that hold the whole picture. JPEG: only with optimized coding. */
const ENCODER_BYTES = { webp: 14, jpeg: 6, png: 0 } as const;

/** Larger pictures are reduced while they are decoded to be measured. */
export const MAX_MEASURED_PIXELS = 16_000_000;
/** Per pixel that is measured: its colors and transparency, luma, and a 64th of its cell. */
const MEASURE_BYTES = 6;

const runWithin = makeWeightedSemaphore(MAX_DECODE_BYTES);

interface Output {
  /** Rotated or mirrored, which takes a copy. */
  isRotated?: boolean;
  /** The format in which all pixels are encoded again, if they are. */
  format?: keyof typeof ENCODER_BYTES;
  /** All pixels are held at once, see checks/measure-picture.ts. */
  isMeasured?: boolean;
}

/** The picture would take more memory than an instance has for pictures. */
export class PictureNeedsTooMuchMemory extends Error {
  override name = 'PictureNeedsTooMuchMemory';
}

/** An upper estimate. */
function estimateDecodeBytes(metadata: Metadata, { isRotated = false, format, isMeasured }: Output): number {
  const pixels = metadata.width * metadata.height;
  const perPixel =
    PIPELINE_BYTES +
    findLoaderBytes(metadata) +
    (isRotated ? findPixelBytes(metadata) : 0) +
    (format ? ENCODER_BYTES[format] : 0);
  const measured = isMeasured ? MEASURE_BYTES * Math.min(pixels, MAX_MEASURED_PIXELS) : 0;
  return BASE_BYTES + pixels * perPixel + measured;
}

/** Per pixel: what a decoder holds that cannot decode row by row. */
function findLoaderBytes(metadata: Metadata): number {
  switch (metadata.format) {
    case 'jpeg':
      // Two bytes for each coefficient.
      return metadata.isProgressive ? 2 * metadata.channels : 0;
    case 'png':
      return metadata.isProgressive ? findPixelBytes(metadata) : 0;
    case 'webp':
      return 9;
    case 'gif':
      return 5;
    case 'tiff':
      // The whole picture may be one strip.
      return 2 * findPixelBytes(metadata);
    default:
      return 20;
  }
}

const SAMPLE_BYTES: Partial<Record<string, number>> = { uchar: 1, char: 1, ushort: 2, short: 2 };

const findPixelBytes = ({ channels, depth }: Metadata): number => channels * (SAMPLE_BYTES[depth] ?? 4);

/**
 * Waits until the instance has the memory for the picture. `work` must not call this again. A picture for which an instance
 * never has enough is refused, unless it is urgent: then it is decoded alone.
 */
export const withPictureMemory = <Value>(
  metadata: Metadata,
  output: Output,
  work: () => Promise<Value>,
  options?: AcquireOptions,
): Promise<Value> => {
  const bytes = estimateDecodeBytes(metadata, output);
  if (bytes > MAX_DECODE_BYTES && options?.isUrgent !== true)
    return Promise.reject(new PictureNeedsTooMuchMemory());
  return runWithin(bytes, work, options);
};
