import { MOST_PIXELS } from '@portal/contracts/uploads';
import type { Scale } from '@portal/contracts/upscale';

interface PictureSize {
  width: number;
  height: number;
}

const MOST = `${MOST_PIXELS / 1_000_000} megapixels`;

const isTooLarge = ({ width, height }: PictureSize, scale: Scale): boolean =>
  width * height * scale ** 2 > MOST_PIXELS;

/** What a picture will become: '1200 × 800 → 2400 × 1600', or that it will not. */
export function describeOutput(size: PictureSize, scale: Scale): string {
  const { width, height } = size;
  const sizes = `${width} × ${height} → ${width * scale} × ${height * scale}`;
  return isTooLarge(size, scale) ? `Will fail: ${sizes} is over ${MOST}` : sizes;
}

/** Before they are sent: how many cannot be made, and what to do. */
export function warnOfExcess(sizes: readonly PictureSize[], scale: Scale): string | undefined {
  const excessive = sizes.filter((size) => isTooLarge(size, scale));
  if (excessive.length === 0) return undefined;
  const remedy = excessive.some((size) => isTooLarge(size, 2)) ? '' : ' At 2x none would.';
  const count = excessive.length === 1 ? '1 image' : `${excessive.length} images`;
  return `${count} would be over ${MOST} and will fail.${remedy}`;
}
