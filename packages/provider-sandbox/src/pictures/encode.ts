import type { Sharp } from 'sharp';

export type ImageFormat = 'png' | 'jpeg' | 'webp';

/** The fastest settings: a larger file costs less time than better compression. */
const SETTINGS = {
  png: { compressionLevel: 1, adaptiveFiltering: false },
  jpeg: { quality: 88, optimiseCoding: false },
  webp: { effort: 0, quality: 85 },
};

export const encode = (image: Sharp, format: ImageFormat): Promise<Buffer> =>
  image.toFormat(format, SETTINGS[format]).toBuffer();
