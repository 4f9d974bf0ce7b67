/** The largest image that the media service takes, which depends on the account's plan. */
import { logWarning } from '../../platform/logs/log.ts';
import type { MediaAdmin } from './media-admin.ts';

const MEGABYTE = 1024 ** 2;
const MEGAPIXEL = 1_000_000;
const CACHE_MS = 60 * 60 * 1000;
/** After a failed call. Until then only the service itself can refuse. */
const FAILED_CACHE_MS = 5 * 60 * 1000;

/**
 * Every plan takes images of this size: for them nothing is asked. These are the limits of the free plan.
 * https://support.cloudinary.com/hc/en-us/articles/202520592-Do-you-have-a-file-size-limit-
 */
const EVERY_PLAN = { maxBytes: 10 * MEGABYTE, maxPixels: 25 * MEGAPIXEL };

interface Limits {
  plan: string;
  maxBytes: number;
  maxPixels: number;
}

interface ImageSize {
  bytes: number;
  width: number;
  height: number;
}

/** Answers why the media service will not take an image of this size; undefined if it will, or if its limits are unknown. */
export type FindMediaExcess = (size: ImageSize) => Promise<string | undefined>;

/** The limits are read when an image needs them, once an hour in each instance. */
export function makeMediaLimits({ readUsage }: Pick<MediaAdmin, 'readUsage'>): FindMediaExcess {
  let cached: { until: number; limits: Promise<Limits | undefined> } | undefined;

  function readLimits(): Promise<Limits | undefined> {
    if (cached && cached.until > Date.now()) return cached.limits;
    const fetched = fetchLimits();
    cached = { until: Date.now() + CACHE_MS, limits: fetched };
    return fetched;
  }

  async function fetchLimits(): Promise<Limits | undefined> {
    try {
      const { plan, media_limits: limits } = (await readUsage()).value;
      if (!limits) return undefined;
      const maxPixels = Math.min(limits.image_max_px, limits.asset_max_total_px);
      return { plan, maxBytes: limits.image_max_size_bytes, maxPixels };
    } catch (error) {
      logWarning("The media service's limits could not be read.", error);
      if (cached) cached.until = Date.now() + FAILED_CACHE_MS;
      return undefined;
    }
  }

  return async (size) => {
    if (!describeExcess(size, { plan: '', ...EVERY_PLAN })) return undefined;
    const limits = await readLimits();
    return limits && describeExcess(size, limits);
  };
}

function describeExcess(
  { bytes, width, height }: ImageSize,
  { plan, maxBytes, maxPixels }: Limits,
): string | undefined {
  const service = plan === '' ? 'Cloudinary' : `Cloudinary's ${plan} plan`;
  if (bytes > maxBytes) {
    return `${service} takes images up to ${Math.floor(maxBytes / MEGABYTE)} MB. This one has ${(bytes / MEGABYTE).toFixed(1)} MB.`;
  }
  const pixels = width * height;
  if (pixels > maxPixels) {
    return `${service} takes images up to ${Math.floor(maxPixels / MEGAPIXEL)} megapixels. This one has ${(pixels / MEGAPIXEL).toFixed(1)}.`;
  }
  return undefined;
}
