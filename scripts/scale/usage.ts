/** How people use the portal: assumptions, to be replaced by a studio's own numbers. Nothing else in the model is assumed. */
import { findPrice } from '@portal/contracts/pricing';

const HOUR_SECONDS = 3600;

export const USAGE = {
  workingDaysAMonth: { value: 22, text: 'working days a month' },
  batchesADay: { value: 3, text: 'batches that a person starts a day' },
  watchedSeconds: { value: 60, text: 'seconds that a person watches each running batch' },
  openMinutes: { value: 120, text: 'minutes a day with an open page while nothing runs' },
  pagesOpened: { value: 6, text: 'pages opened a day' },
  callsAPage: { value: 5, text: 'API requests to open a page' },
  zipShare: { value: 1, text: 'ZIPs downloaded per batch' },
  fullViews: { value: 0.5, text: 'times that a person opens each image at full size' },
  imageMegabytes: { value: 1.5, text: 'MB of a result' },
  originalMegabytes: { value: 3, text: 'MB of an uploaded picture' },
  thumbnailMegabytes: { value: 0.02, text: 'MB of a thumbnail' },
  requestSeconds: { value: 0.1, text: 'seconds that an API request takes' },
  packing: { value: 0.5, text: 'of the places of an instance in use, while it runs' },
} as const;

/** Images in a batch: many small ones, a few large ones. The mean is ten, as in counts.ts. */
export const BATCH_SIZES = [
  { images: 2, share: 0.4 },
  { images: 6, share: 0.4 },
  { images: 24, share: 0.15 },
  { images: 64, share: 0.05 },
] as const;

/** Share of a day's batches that start in each hour: one time zone, a working day with a break. */
const HOURS = [0, 0, 0, 0, 0, 0, 0, 1, 4, 8, 11, 11, 7, 9, 12, 12, 10, 7, 4, 2, 1, 1, 0, 0];
const total = HOURS.reduce((sum, weight) => sum + weight, 0);
export const HOUR_SHARES = HOURS.map((weight) => weight / total);
/** Share of a day's work in each second of the busiest hour. */
export const PEAK_SHARE_A_SECOND = Math.max(...HOUR_SHARES) / HOUR_SECONDS;

export interface QueueUse {
  /** As in counts.ts. */
  tool: string;
  /** Of all images. */
  share: number;
  /** That a worker needs for an image, most of them waiting. */
  seconds: number;
  /** Dollars that the provider charges for an image. */
  price: number;
}

const KEYWORDS_PRICE = 0.001;
const priceOf = (provider: 'openai' | 'google' | 'stability' | 'xai', model: string) =>
  findPrice([], { provider, model, quality: 'medium' });

/** By queue. */
export const QUEUE_USE: Readonly<Record<string, QueueUse>> = {
  makeWithOpenai: {
    tool: 'Image Generator',
    share: 0.22,
    seconds: 25,
    price: priceOf('openai', 'gpt-image-1'),
  },
  makeWithGoogle: { tool: 'Image Generator', share: 0.18, seconds: 12, price: priceOf('google', 'imagen4') },
  makeWithStability: {
    tool: 'Image Generator',
    share: 0.1,
    seconds: 8,
    price: priceOf('stability', 'sd3.5-medium'),
  },
  makeWithXai: { tool: 'Image Generator', share: 0.05, seconds: 8, price: priceOf('xai', 'grok-2-image') },
  styleWithOpenai: { tool: 'Stylizer', share: 0.08, seconds: 30, price: priceOf('openai', 'gpt-image-1') },
  styleWithGoogle: { tool: 'Stylizer', share: 0.07, seconds: 12, price: priceOf('google', 'gemini') },
  writeWithOpenai: { tool: 'Keyword Generator', share: 0.1, seconds: 6, price: KEYWORDS_PRICE },
  writeWithGoogle: { tool: 'Keyword Generator', share: 0.1, seconds: 6, price: KEYWORDS_PRICE },
  upscaleOnDevice: { tool: 'Upscale, on-device', share: 0.05, seconds: 20, price: 0 },
  upscaleAtCloudinary: { tool: 'Upscale, on-device', share: 0.05, seconds: 10, price: 0 },
};
