import type { Scale, UpscaleQuality } from './upscale.ts';

/**
 * Seconds to double a megapixel on an instance of the on-device upscaler, with reading and storing the picture: more than half of the
 * CPU time that `npm run bench -- upscale` measures, because there are two processors. The default stays `best` until `fast` is at least as
 * good on all pictures of that bench.
 */
export const SECONDS_PER_MEGAPIXEL: Readonly<Record<UpscaleQuality, number>> = { best: 4, fast: 0.9 };

/** One for each instance, see `model` in functions/src/platform/config/function-sizes.ts. A test compares them. */
export const UPSCALES_AT_ONCE = 2;

export interface PictureSize {
  width: number;
  height: number;
}

/** How long a batch takes if nothing else runs. 4x doubles the picture, and then the four times as large result. */
export function estimateUpscaleSeconds(
  sizes: readonly PictureSize[],
  scale: Scale,
  quality: UpscaleQuality,
): number {
  const doubled = scale === 2 ? 1 : 1 + 4;
  const seconds = sizes.map(
    ({ width, height }) => ((width * height) / 1_000_000) * doubled * SECONDS_PER_MEGAPIXEL[quality],
  );
  const sum = seconds.reduce((total, each) => total + each, 0);
  // A large picture is not shared among instances.
  return Math.max(sum / UPSCALES_AT_ONCE, ...seconds);
}
