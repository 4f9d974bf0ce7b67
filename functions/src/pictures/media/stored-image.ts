import { z } from 'zod';
import { AppearanceSchema } from '../checks/appearance.ts';

/** What is needed to find and deliver a stored image. */
export const StoredImageSchema = z.object({
  publicId: z.string(),
  version: z.number().int(),
  format: z.enum(['png', 'jpg', 'webp']),
  width: z.number().int(),
  height: z.number().int(),
  bytes: z.number().int(),
  /** When it was stored, in ISO format. */
  createdAt: z.string().optional(),
  /** Its name in the media service's own ZIP, without an extension. */
  archiveName: z.string().optional(),
  /** In Cloud Storage, because the media service does not take it; see bucket-images.ts. */
  isInBucket: z.boolean().optional(),
  /** AI made or changed it, as the mark in its file says. Unknown if its worker was lost. */
  isMadeByAi: z.boolean().optional(),
  /** Images of lost workers have none. */
  ...AppearanceSchema.partial().shape,
});
export type StoredImage = z.infer<typeof StoredImageSchema>;
