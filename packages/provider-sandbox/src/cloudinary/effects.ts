/** The effects upscale, improve and sharpen. */
import type { Sharp } from 'sharp';
import { BadTransformation } from './bad-transformation.ts';

const MAX_PIXELS_TO_UPSCALE = 4_200_000;
const upscaling = 4;

/** Matches what follows `e_`: a name, then values after colons. */
export const effectPattern =
  /^(upscale|improve(:(outdoor|indoor))?(:(100|\d{1,2}))?|sharpen(:(1\d{3}|2000|\d{1,3}))?)$/;

/** `maxWidth`: what the next step makes of it. */
export async function applyEffect(image: Sharp, effect: string, maxWidth = Infinity): Promise<Sharp> {
  const [name, ...values] = effect.split(':');
  if (name === 'upscale') return upscale(image, maxWidth);
  // A percentage; 100 by default.
  const strength = Number(values.at(-1) ?? 100) / 100;
  if (name === 'sharpen') return image.sharpen({ sigma: 1, m2: 3 * strength });
  return image.normalise({ lower: 1, upper: 99 }).modulate({ saturation: 1 + 0.1 * strength });
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
