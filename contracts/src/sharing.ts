/** Read-only links to a batch, for everyone with access to the portal. */
import { z } from 'zod';
import { BatchParamsSchema, BatchStatusSchema, ToolNameSchema } from './batches.ts';
import { defineCall, defineFileCall } from './call.ts';
import { makeIdSchema } from './ids.ts';
import { ImageLinkSchema } from './image-link.ts';
import { PictureKindSchema } from './source.ts';

/** 128 random bits in Base64: who has the token was given the link. */
export const ShareTokenSchema = makeIdSchema(/^[A-Za-z0-9_-]{22}$/, 'Invalid link.');

export const shareBatch = defineCall({
  method: 'PUT',
  path: '/api/batches/{id}/share',
  summary: 'Makes a link to a batch, or returns the one it has.',
  audience: 'staff',
  params: BatchParamsSchema,
  response: z.object({ success: z.literal(true), token: ShareTokenSchema }),
  failures: [404],
});

export const stopSharing = defineCall({
  method: 'DELETE',
  path: '/api/batches/{id}/share',
  summary: 'Revokes the link to a batch. Admins can revoke any.',
  audience: 'staff',
  params: BatchParamsSchema,
  response: z.undefined(),
  status: 204,
  failures: [404],
});

const SharedPictureSchema = z.object({
  index: z.number().int(),
  /** `original` for the Keyword Generator, which makes no images. */
  kind: PictureKindSchema,
  fileName: z.string(),
  url: z.string(),
  thumbnailUrl: z.string(),
  /** Unknown for originals. */
  width: z.number().int().optional(),
  height: z.number().int().optional(),
  bytes: z.number().int().optional(),
});
export type SharedPicture = z.infer<typeof SharedPictureSchema>;

/** Without what only its owner may know, such as costs and failures. */
const SharedBatchSchema = z.object({
  batchId: z.string(),
  tool: ToolNameSchema,
  name: z.string(),
  /** Null for tools without one. */
  prompt: z.string().nullable(),
  ownerEmail: z.string(),
  status: BatchStatusSchema,
  createdAt: z.iso.datetime(),
  /** When the batch and the link are deleted. */
  expiresAt: z.iso.datetime(),
  /** Items. */
  total: z.number().int(),
  /** Finished ones, by index. */
  pictures: z.array(SharedPictureSchema),
});
export type SharedBatch = z.infer<typeof SharedBatchSchema>;

const ShareParamsSchema = z.object({ token: ShareTokenSchema });
const SharedPictureParamsSchema = ShareParamsSchema.extend({
  index: z
    .string()
    .regex(/^\d{1,4}$/, 'Invalid index.')
    .transform(Number),
});

export const readSharedBatch = defineCall({
  method: 'GET',
  path: '/api/shared/{token}',
  summary: 'A batch that somebody shares, with its finished pictures.',
  audience: 'staff',
  params: ShareParamsSchema,
  response: SharedBatchSchema,
  failures: [404],
});

export const sharedPicture = defineFileCall({
  path: '/api/shared/{token}/pictures/{index}',
  summary: 'Downloads a picture of a shared batch, or answers a link to it if it has more than 9 MB.',
  audience: 'staff',
  params: SharedPictureParamsSchema,
  produces: 'image/*',
  jsonAlternative: ImageLinkSchema,
  failures: [404],
});

export const sharedThumbnail = defineFileCall({
  path: '/api/shared/{token}/pictures/{index}/thumbnail',
  summary: 'Downloads a thumbnail of a picture of a shared batch.',
  audience: 'staff',
  params: SharedPictureParamsSchema,
  produces: 'image/webp',
  failures: [404],
});
