/** Calls that all tools have for their batches. */
import { z } from 'zod';
import {
  ArchiveSchema,
  BatchNameSchema,
  BatchParamsSchema,
  BatchStartedSchema,
  ItemParamsSchema,
  RetryBodySchema,
} from './batches.ts';
import { ImageLinkSchema } from './image-link.ts';
import { defineCall, defineFileCall } from './call.ts';
import { PictureChecksSchema } from './checks.ts';

/** The content type of every thumbnail. */
export const THUMBNAIL_TYPE = 'image/webp';

export const BatchImageSchema = z.object({
  index: z.number().int(),
  fileName: z.string(),
  webUrl: z.string(),
  thumbnailUrl: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  bytes: z.number().int(),
  /** A ThumbHash, in Base64. */
  placeholder: z.string().optional(),
  /** Missing for images that were not measured. */
  checks: PictureChecksSchema.optional(),
});
export type BatchImage = z.infer<typeof BatchImageSchema>;

export const ChangesParamsSchema = z.object({
  /** The ETag of the list, or of earlier changes. */
  since: z.string().max(100, 'The ETag is too long.'),
});

interface ToolPaths<Batch extends z.ZodType> {
  base: `/api/${string}`;
  /** Path of one batch, which differs between tools. */
  batchPath: `/api/${string}`;
  download: `/api/${string}`;
  /** Path for renaming; default: `batchPath`/name. */
  rename?: `/api/${string}`;
  batch: Batch;
}

export function defineBatchCalls<Batch extends z.ZodType>({
  base,
  batchPath,
  download,
  batch,
}: ToolPaths<Batch>) {
  const ChangedSchema = z.object({ success: z.literal(true), batch });
  return {
    list: defineCall({
      method: 'GET',
      path: `${base}/batches`,
      summary: "Lists the caller's batches, newest first; 304 if nothing has changed since the sent ETag.",
      audience: 'staff',
      response: z.object({ batches: z.array(batch) }),
    }),
    changes: defineCall({
      method: 'GET',
      path: `${base}/batches/changes`,
      summary:
        "Lists what has changed in the caller's batches since the list with this ETag; 304 if nothing has changed since the sent ETag.",
      audience: 'staff',
      params: ChangesParamsSchema,
      response: z.object({
        changed: z.array(batch),
        /** Ids of batches that were deleted. Batches that expired are not named. */
        removed: z.array(z.string()),
        /** `changed` is the whole list: the changes since then are not known. */
        isWhole: z.boolean(),
        /** The server's time. The list has no batches that expired before. */
        time: z.iso.datetime(),
      }),
    }),
    clear: defineCall({
      method: 'DELETE',
      path: `${base}/batches`,
      summary: "Deletes all of the caller's batches and their files.",
      audience: 'staff',
      response: z.undefined(),
      status: 204,
    }),
    cancel: defineCall({
      method: 'POST',
      path: `${batchPath}/cancel`,
      summary: 'Cancels items that have not started; finished images and those in progress are kept.',
      audience: 'staff',
      params: BatchParamsSchema,
      response: ChangedSchema,
      failures: [404],
    }),
    retry: defineCall({
      method: 'POST',
      path: `${batchPath}/retry`,
      summary: 'Retries failed items in a new batch.',
      audience: 'staff',
      params: BatchParamsSchema,
      body: RetryBodySchema,
      response: BatchStartedSchema,
      status: 202,
      failures: [404, 409],
    }),
    remove: defineCall({
      method: 'DELETE',
      path: batchPath,
      summary: 'Deletes a batch and its files.',
      audience: 'staff',
      params: BatchParamsSchema,
      response: z.undefined(),
      status: 204,
      failures: [404],
    }),
    download: defineFileCall({
      path: download,
      summary:
        'Downloads all images of a batch as a ZIP. A large ZIP answers 202 while it is built, then its URL.',
      audience: 'staff',
      params: BatchParamsSchema,
      produces: 'application/zip',
      jsonAlternative: ArchiveSchema,
      failures: [404],
    }),
  };
}

/** For tools that make images. */
export function defineImageCalls({ base }: { base: `/api/${string}` }) {
  const image = `${base}/batches/{id}/images/{index}` as const;
  return {
    images: defineCall({
      method: 'GET',
      path: `${base}/batches/{id}/images`,
      summary: 'Lists the finished images of a batch.',
      audience: 'staff',
      params: BatchParamsSchema,
      response: z.object({ images: z.array(BatchImageSchema) }),
      failures: [404],
    }),
    image: defineFileCall({
      path: image,
      summary: 'Downloads an image, or answers a link to it if it has more than 9 MB.',
      audience: 'staff',
      params: ItemParamsSchema,
      produces: 'image/*',
      jsonAlternative: ImageLinkSchema,
      failures: [404],
    }),
    thumbnail: defineFileCall({
      path: `${image}/thumbnail`,
      summary: 'Downloads a thumbnail of an image.',
      audience: 'staff',
      params: ItemParamsSchema,
      produces: THUMBNAIL_TYPE,
      failures: [404],
    }),
  };
}

/** For tools whose batches can be renamed. */
export const defineRenameCall = <Batch extends z.ZodType>({
  batchPath,
  rename,
  batch,
}: Pick<ToolPaths<Batch>, 'batchPath' | 'rename' | 'batch'>) =>
  defineCall({
    method: 'PATCH',
    path: rename ?? `${batchPath}/name`,
    summary: 'Renames a batch.',
    audience: 'staff',
    params: BatchParamsSchema,
    body: z.object({ name: BatchNameSchema }),
    response: z.object({ success: z.literal(true), batch }),
    failures: [404],
  });

/** For tools that work on uploads. */
export function defineOriginalCalls({ base }: { base: `/api/${string}` }) {
  const original = `${base}/batches/{id}/originals/{index}` as const;
  return {
    original: defineFileCall({
      path: original,
      summary: 'Downloads an upload, or answers a link to it if it has more than 9 MB.',
      audience: 'staff',
      params: ItemParamsSchema,
      produces: 'image/*',
      jsonAlternative: ImageLinkSchema,
      failures: [404],
    }),
    originalThumbnail: defineFileCall({
      path: `${original}/thumbnail`,
      summary: 'Downloads a thumbnail of an upload.',
      audience: 'staff',
      params: ItemParamsSchema,
      produces: THUMBNAIL_TYPE,
      failures: [404],
    }),
  };
}

export type BatchCalls<Batch extends z.ZodType = z.ZodType> = ReturnType<typeof defineBatchCalls<Batch>>;
export type ImageCalls = ReturnType<typeof defineImageCalls>;
export type RenameCall<Batch extends z.ZodType = z.ZodType> = ReturnType<typeof defineRenameCall<Batch>>;
export type OriginalCalls = ReturnType<typeof defineOriginalCalls>;
