import { describeDuration } from '@portal/contracts/describe-duration';
import type { Scale, UpscaleQuality } from '@portal/contracts/upscale';
import { estimateUpscaleSeconds, type PictureSize } from '@portal/contracts/upscale-time';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** 'About 4 min', for pictures that all have known sizes. Undefined if one is unknown. */
export function describeTime(
  sizes: readonly (PictureSize | undefined)[],
  scale: Scale,
  quality: UpscaleQuality,
): string | undefined {
  const known = sizes.filter((size) => size !== undefined);
  if (known.length === 0 || known.length < sizes.length) return undefined;
  const seconds = estimateUpscaleSeconds(known, scale, quality);
  if (seconds < MINUTE) return 'Less than a minute';
  const unit = seconds < 2 * HOUR ? MINUTE : HOUR;
  return `About ${describeDuration(Math.ceil(seconds / unit) * unit * 1000)}`;
}
