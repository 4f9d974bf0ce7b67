import { MAX_PIXELS } from '@portal/contracts/uploads';
import type { Scale } from '@portal/contracts/upscale';

interface PictureSize {
  width: number;
  height: number;
}

const LIMIT = `${MAX_PIXELS / 1_000_000} megapixels`;

const isTooLarge = ({ width, height }: PictureSize, scale: Scale): boolean =>
  width * height * scale ** 2 > MAX_PIXELS;

/** '1200 × 800 to 2400 × 1600', or why it will fail. */
export function describeOutput(size: PictureSize, scale: Scale): string {
  const { width, height } = size;
  const sizes = `${width} × ${height} to ${width * scale} × ${height * scale}`;
  return isTooLarge(size, scale) ? `Will fail: ${sizes} is over ${LIMIT}` : sizes;
}

/** A warning about images that will fail, with a way out if there is one. */
export function describeTooLarge(sizes: readonly PictureSize[], scale: Scale): string | undefined {
  const tooLarge = sizes.filter((size) => isTooLarge(size, scale));
  if (tooLarge.length === 0) return undefined;
  const advice = tooLarge.some((size) => isTooLarge(size, 2)) ? '' : ' Use 2x instead.';
  const count = tooLarge.length === 1 ? '1 image' : `${tooLarge.length} images`;
  return `${count} would exceed ${LIMIT} and fail.${advice}`;
}
