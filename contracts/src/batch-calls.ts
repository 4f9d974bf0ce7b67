/** The calls that tools have for their batches, each under its own address. */
import { z } from 'zod';
import {
  ArchiveSchema,
  BatchNameSchema,
  BatchParamsSchema,
  BatchStartedSchema,
  ItemParamsSchema,
  RetryBodySchema,
} from './batches.ts';
import { defineCall, defineFileCall } from './call.ts';

export const BatchImageSchema = z.object({
  index: z.number().int(),
  fileName: z.string(),
  webUrl: z.string(),
  thumbnailUrl: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  bytes: z.number().int(),
});
export type BatchImage = z.infer<typeof BatchImageSchema>;

interface Addresses<Batch extends z.ZodType> {
  base: `/api/${string}`;
  /** Where one batch is changed: the tools' addresses differ in it. */
  one: `/api/${string}`;
  download: `/api/${string}`;
  /** Where its name is changed, if not at `one`/name. */
  rename?: `/api/${string}`;
  batch: Batch;
}

export function defineBatchCalls<Batch extends z.ZodType>({ base, one, download, batch }: Addresses<Batch>) {
  const ChangedSchema = z.object({ success: z.literal(true), batch });
  return {
    list: defineCall({
      method: 'GET',
      path: `${base}/batches`,
      summary:
        "The caller's batches, newest first; 304 when nothing has changed since the ETag that was sent.",
      audience: 'staff',
      answer: z.object({ batches: z.array(batch) }),
    }),
    clear: defineCall({
      method: 'DELETE',
      path: `${base}/batches`,
      summary: "Deletes all of the caller's batches and their files.",
      audience: 'staff',
      answer: z.undefined(),
      status: 204,
    }),
    cancel: defineCall({
      method: 'POST',
      path: `${one}/cancel`,
      summary: 'Stops what has not begun; images that are made or being made stay.',
      audience: 'staff',
      params: BatchParamsSchema,
      answer: ChangedSchema,
      failures: [404],
    }),
    retry: defineCall({
      method: 'POST',
      path: `${one}/retry`,
      summary: 'Has the images that failed made in a new batch.',
      audience: 'staff',
      params: BatchParamsSchema,
      body: RetryBodySchema,
      answer: BatchStartedSchema,
      status: 202,
      failures: [404, 409],
    }),
    remove: defineCall({
      method: 'DELETE',
      path: one,
      summary: 'Deletes a batch and its files.',
      audience: 'staff',
      params: BatchParamsSchema,
      answer: z.undefined(),
      status: 204,
      failures: [404],
    }),
    download: defineFileCall({
      path: download,
      summary: 'All images of a batch as a ZIP; of a large one 202 while it is built, then where it lies.',
      audience: 'staff',
      params: BatchParamsSchema,
      produces: 'application/zip',
      instead: ArchiveSchema,
      failures: [404],
    }),
  };
}

/** Of tools that make images. */
export function defineImageCalls({ base }: { base: `/api/${string}` }) {
  const image = `${base}/batches/{id}/images/{index}` as const;
  return {
    images: defineCall({
      method: 'GET',
      path: `${base}/batches/{id}/images`,
      summary: 'The images of a batch that are made.',
      audience: 'staff',
      params: BatchParamsSchema,
      answer: z.object({ images: z.array(BatchImageSchema) }),
      failures: [404],
    }),
    image: defineFileCall({
      path: image,
      summary: 'One image, as it was made.',
      audience: 'staff',
      params: ItemParamsSchema,
      produces: 'image/*',
      failures: [404],
    }),
    thumbnail: defineFileCall({
      path: `${image}/thumbnail`,
      summary: 'One image, small.',
      audience: 'staff',
      params: ItemParamsSchema,
      produces: 'image/webp',
      failures: [404],
    }),
  };
}

/** Not every tool keeps names at the server. */
export const defineRenameCall = <Batch extends z.ZodType>({
  one,
  rename,
  batch,
}: Pick<Addresses<Batch>, 'one' | 'rename' | 'batch'>) =>
  defineCall({
    method: 'PATCH',
    path: rename ?? `${one}/name`,
    summary: 'Renames a batch.',
    audience: 'staff',
    params: BatchParamsSchema,
    body: z.object({ name: BatchNameSchema }),
    answer: z.object({ success: z.literal(true), batch }),
    failures: [404],
  });

/** Of tools that work on pictures a person has uploaded. */
export function defineOriginalCalls({ base }: { base: `/api/${string}` }) {
  const original = `${base}/batches/{id}/originals/{index}` as const;
  return {
    original: defineFileCall({
      path: original,
      summary: 'One picture, as it was uploaded.',
      audience: 'staff',
      params: ItemParamsSchema,
      produces: 'image/*',
      failures: [404],
    }),
    originalThumbnail: defineFileCall({
      path: `${original}/thumbnail`,
      summary: 'One uploaded picture, small.',
      audience: 'staff',
      params: ItemParamsSchema,
      produces: 'image/webp',
      failures: [404],
    }),
  };
}

export type BatchCalls<Batch extends z.ZodType = z.ZodType> = ReturnType<typeof defineBatchCalls<Batch>>;
export type ImageCalls = ReturnType<typeof defineImageCalls>;
export type RenameCall<Batch extends z.ZodType = z.ZodType> = ReturnType<typeof defineRenameCall<Batch>>;
export type OriginalCalls = ReturnType<typeof defineOriginalCalls>;
