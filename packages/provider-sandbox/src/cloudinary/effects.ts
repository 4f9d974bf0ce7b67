/** The effects upscale, improve and sharpen. */
import type { Sharp } from 'sharp';
import { BadTransformation } from './cloudinary-errors.ts';

const MAX_PIXELS_TO_UPSCALE = 4_200_000;
const upscaling = 4;

/** Matches what follows `e_`. */
export const effectPattern = /^(upscale|improve|sharpen:\d{1,3})$/;

/** `maxWidth`: what the next step makes of it. */
export async function applyEffect(image: Sharp, effect: string, maxWidth = Infinity): Promise<Sharp> {
  const [name, percent] = effect.split(':');
  if (name === 'upscale') return upscale(image, maxWidth);
  if (name === 'sharpen') return image.sharpen({ sigma: 1, m2: (3 * Number(percent)) / 100 });
  return image.normalise({ lower: 1, upper: 99 }).modulate({ saturation: 1.1 });
}

async function upscale(image: Sharp, maxWidth: number): Promise<Sharp> {
  const { width, height, pages = 1 } = await image.metadata();
  if (pages > 1) throw new BadTransformation('Upscale is not supported for animated images');
  if (width * height >= MAX_PIXELS_TO_UPSCALE) {
    throw new BadTransformation(
      `Upscale: the image is too large (${width}x${height}). Maximum is 4.2 megapixels`,
    );
  }
  const factor = Math.min(upscaling, maxWidth / width);
  // Without a sigma, sharpening takes half the time.
  return image
    .resize(Math.round(width * factor), Math.round(height * factor), { fit: 'fill', kernel: 'lanczos3' })
    .sharpen();
}
