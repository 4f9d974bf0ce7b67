/** How much memory decoding takes, and how much of it an instance gives to pictures. See docs/decisions/032. */
import type { Metadata } from 'sharp';
import { makeBudget, type BudgetOptions } from '../platform/make-budget.ts';
import { PICTURE_MEMORY_BYTES } from '../function-sizes.ts';

const MEBIBYTE = 1024 ** 2;
/** For Node.js, the SDKs, and the files of all items that an instance works on. */
const RESERVED_BYTES = 512 * MEBIBYTE;
const DECODE_BUDGET_BYTES = PICTURE_MEMORY_BYTES - RESERVED_BYTES;

/** Per picture and per pixel, whatever the format: libvips' buffers. */
const BASE_BYTES = 48 * MEBIBYTE;
const PIPELINE_BYTES = 1.5;
/** Per pixel, for encoders that hold the whole picture. JPEG: only with optimized coding. */
const ENCODER_BYTES = { webp: 14, jpeg: 6, png: 0 } as const;

const runWithin = makeBudget(DECODE_BUDGET_BYTES);

interface Output {
  /** Rotated or mirrored, which takes a copy. */
  isTurned?: boolean;
  /** The format in which all pixels are encoded again, if they are. */
  format?: keyof typeof ENCODER_BYTES;
}

/** The picture would take more memory than an instance has for pictures. */
export class PictureTooHeavy extends Error {
  override name = 'PictureTooHeavy';
}

/** An upper estimate; `npm run bench -- memory` compares it with what is taken. */
function estimateDecodeBytes(facts: Metadata, { isTurned = false, format }: Output = {}): number {
  const perPixel =
    PIPELINE_BYTES +
    findLoaderBytes(facts) +
    (isTurned ? findPixelBytes(facts) : 0) +
    (format ? ENCODER_BYTES[format] : 0);
  return BASE_BYTES + facts.width * facts.height * perPixel;
}

/** Per pixel: what a decoder holds that cannot decode row by row. */
function findLoaderBytes(facts: Metadata): number {
  switch (facts.format) {
    case 'jpeg':
      // Two bytes for each coefficient.
      return facts.isProgressive ? 2 * facts.channels : 0;
    case 'png':
      return facts.isProgressive ? findPixelBytes(facts) : 0;
    case 'webp':
      return 9;
    case 'gif':
      return 5;
    case 'tiff':
      // The whole picture may be one strip.
      return 2 * findPixelBytes(facts);
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
  facts: Metadata,
  output: Output,
  work: () => Promise<Value>,
  options?: BudgetOptions,
): Promise<Value> => {
  const bytes = estimateDecodeBytes(facts, output);
  if (bytes > DECODE_BUDGET_BYTES && options?.isUrgent !== true) return Promise.reject(new PictureTooHeavy());
  return runWithin(bytes, work, options);
};
