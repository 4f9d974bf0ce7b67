import { z } from 'zod';

/** All that is needed to find and deliver an image that the media service keeps. */
export const StoredImageSchema = z.object({
  publicId: z.string(),
  version: z.number().int(),
  format: z.enum(['png', 'jpg', 'webp']),
  width: z.number().int(),
  height: z.number().int(),
  bytes: z.number().int(),
  /** When it was stored, in ISO format. */
  createdAt: z.string().optional(),
  /** How the media service names it in its own ZIP, without an extension. */
  archiveName: z.string().optional(),
});
export type StoredImage = z.infer<typeof StoredImageSchema>;
