import type { BudgetOptions } from '../platform/make-budget.ts';
import { loadSharp } from './load-sharp.ts';
import { withPictureMemory } from './picture-memory.ts';

const EDGE_PX = 320;

/** A small WebP of a picture that was checked before. */
export async function makeThumbnail(bytes: Buffer, options?: BudgetOptions): Promise<Buffer> {
  const sharp = await loadSharp();
  const image = sharp(bytes);
  const facts = await image.metadata();
  const small = image
    .resize({ width: EDGE_PX, height: EDGE_PX, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 });
  return withPictureMemory(facts, {}, () => small.toBuffer(), options);
}
