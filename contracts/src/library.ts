/** The Library: all of the caller's pictures, from every tool, and what can be done with a selection of them. */
import { z } from 'zod';
import { ArchiveSchema, BatchParamsSchema, BatchStatusSchema, ToolNameSchema } from './batches.ts';
import { defineCall } from './call.ts';
import { PictureChecksSchema } from './checks.ts';
import { PictureKindSchema, SourceSchema } from './source.ts';

/** Batches of one page. Each costs a read, and a running one up to ten more. */
export const LIBRARY_PAGE_SIZE = 20;
/** Pictures of one request about a selection. */
export const MAX_SELECTED_PICTURES = 1000;
/** Batches of one request about a selection. Each costs a read. */
export const MAX_SELECTED_BATCHES = 100;

/** The result of an item; for the Keyword Generator, which makes no images, its original. */
const LibraryPictureSchema = z.object({
  index: z.number().int(),
  kind: PictureKindSchema,
  fileName: z.string(),
  url: z.string(),
  thumbnailUrl: z.string(),
  /** Of the picture that a result was made from, if it was uploaded or sent. */
  originalUrl: z.string().optional(),
  /** Unknown for originals. */
  width: z.number().int().optional(),
  height: z.number().int().optional(),
  bytes: z.number().int().optional(),
  /** A ThumbHash, in Base64. */
  placeholder: z.string().optional(),
  isStarred: z.boolean(),
  /** Missing for pictures that were not measured. */
  checks: PictureChecksSchema.optional(),
  /** Of the Keyword Generator. */
  title: z.string().optional(),
  keywords: z.array(z.string()).optional(),
});
export type LibraryPicture = z.infer<typeof LibraryPictureSchema>;

const LibraryBatchSchema = z.object({
  id: z.string(),
  tool: ToolNameSchema,
  name: z.string(),
  /** Null for tools without one. */
  prompt: z.string().nullable(),
  /** By index, if they differ. Polls leave them out as those of the Image Generator do. */
  prompts: z.array(z.string()).optional(),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  status: BatchStatusSchema,
  createdAt: z.iso.datetime(),
  /** When the batch and its files are deleted. */
  expiresAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  /** Of a batch that a provider makes for half the price. */
  halfPrice: z.object({ startedAt: z.iso.datetime().nullable() }).optional(),
  cancelledAt: z.iso.datetime().nullable(),
  filesDeleted: z.boolean(),
  /** Items. */
  total: z.number().int(),
  doneCount: z.number().int(),
  failedCount: z.number().int(),
  /** Dollars so far. */
  cost: z.number(),
  /** Dollars, when it was started. */
  estimate: z.number(),
  /** Finished ones, by index. */
  pictures: z.array(LibraryPictureSchema),
});
export type LibraryBatch = z.infer<typeof LibraryBatchSchema>;

export const LibraryParamsSchema = z.object({
  /** `next` of the page before. */
  after: z.string().max(200, 'Invalid page.').optional(),
  tool: ToolNameSchema.optional(),
  /** Lists only batches that are older, such as those that expire soon. */
  createdBefore: z.iso.datetime().optional(),
});

export const listLibrary = defineCall({
  method: 'GET',
  path: '/api/library',
  summary: "Lists the caller's batches of all tools with their pictures, 20 at a time, newest first.",
  audience: 'staff',
  params: LibraryParamsSchema,
  response: z.object({
    batches: z.array(LibraryBatchSchema).max(LIBRARY_PAGE_SIZE),
    /** Null on the last page. */
    next: z.string().nullable(),
  }),
});

export const listLibraryChanges = defineCall({
  method: 'GET',
  path: '/api/library/changes',
  summary:
    "Lists what has changed in the caller's batches of all tools since the page with this ETag; 304 if nothing has.",
  audience: 'staff',
  params: z.object({ since: z.string().max(100, 'The ETag is too long.') }),
  response: z.object({
    changed: z.array(LibraryBatchSchema),
    /** Ids of batches that were deleted. Batches that expired are not named. */
    removed: z.array(z.string()),
    /** The changes since then are not known: read the first page again. */
    isUnknown: z.boolean(),
    /** The server's time. */
    time: z.iso.datetime(),
  }),
});

export const SelectionSchema = z.object({
  pictures: z
    .array(SourceSchema)
    .min(1, 'Select at least one picture.')
    .max(MAX_SELECTED_PICTURES, `Select at most ${MAX_SELECTED_PICTURES} pictures.`),
});

const IndexesSchema = z.array(z.number().int().min(0).max(9999)).max(MAX_SELECTED_PICTURES);

export const starPictures = defineCall({
  method: 'PATCH',
  path: '/api/batches/{id}/stars',
  summary: 'Stars pictures of a batch, or removes their stars.',
  audience: 'staff',
  params: BatchParamsSchema,
  body: z.object({ add: IndexesSchema.default([]), remove: IndexesSchema.default([]) }),
  response: z.object({ success: z.literal(true), starred: IndexesSchema }),
  failures: [404],
});

export const deletePictures = defineCall({
  method: 'POST',
  path: '/api/library/delete',
  summary: 'Deletes finished pictures and their files. Their batches remain.',
  audience: 'staff',
  body: SelectionSchema,
  response: z.undefined(),
  status: 204,
  failures: [404],
});

/** Polled with the same selection until it is ready. */
export const zipPictures = defineCall({
  method: 'POST',
  path: '/api/library/zip',
  summary:
    'Builds a ZIP of pictures, with a CSV of their texts if they have any. Expires with the oldest of them.',
  audience: 'staff',
  body: SelectionSchema,
  response: ArchiveSchema,
  failures: [404],
});
