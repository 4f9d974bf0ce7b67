import type { Sharp } from 'sharp';
import type { Appearance } from '../appearance.ts';
import { drawPlaceholder } from '../make-placeholder.ts';

export async function measurePicture(image: Sharp): Promise<Appearance> {
  const placeholder = await drawPlaceholder(image);
  return { placeholder, measures: { hash: placeholder.slice(0, 24), sharpness: 50 } };
}
