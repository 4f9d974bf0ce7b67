import type { Scale, UpscaleQuality } from '@portal/contracts/upscale';
import { estimateUpscaleSeconds, type PictureSize } from '@portal/contracts/upscale-time';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** 'About 4 minutes', for pictures that all have known sizes. Undefined if one is unknown. */
export function describeTime(
  sizes: readonly (PictureSize | undefined)[],
  scale: Scale,
  quality: UpscaleQuality,
): string | undefined {
  const known = sizes.filter((size) => size !== undefined);
  if (known.length === 0 || known.length < sizes.length) return undefined;
  const seconds = estimateUpscaleSeconds(known, scale, quality);
  if (seconds < MINUTE) return 'Less than a minute';
  if (seconds < HOUR) return `About ${count(Math.ceil(seconds / MINUTE), 'minute')}`;
  return `About ${count(Math.ceil(seconds / HOUR), 'hour')}`;
}

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`;
