/** What is read off the pixels of a picture when it is stored. */
import { MeasuresSchema } from '@portal/contracts/checks';
import { z } from 'zod';
import type { AcquireOptions } from '../../platform/weighted-semaphore.ts';
import { measurePicture } from './measure-picture.ts';
import { loadSharp } from '../load-sharp.ts';
import { withPictureMemory } from '../picture-memory.ts';

export const AppearanceSchema = z.object({
  /** A ThumbHash, in Base64. */
  placeholder: z.string(),
  measures: MeasuresSchema,
});
export type Appearance = z.infer<typeof AppearanceSchema>;

export async function readAppearance(bytes: Buffer, options?: AcquireOptions): Promise<Appearance> {
  const sharp = await loadSharp();
  const image = sharp(bytes);
  const metadata = await image.metadata();
  return withPictureMemory(metadata, { isMeasured: true }, () => measurePicture(image), options);
}
