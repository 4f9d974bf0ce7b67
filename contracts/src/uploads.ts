/**
 * How pictures get to the server, for every tool that takes some. A small selection goes with the tool's own call
 * (multipart). For a larger one the server opens a folder of Cloud Storage (`POST /api/uploads`), the browser puts each
 * file there as `uploads/{user}/{folder}/{file}`, and the call then names the folder and its files as JSON.
 */
import { z } from 'zod';
import { ToolNameSchema } from './batches.ts';
import { defineCall } from './call.ts';
import { UploadIdSchema } from './ids.ts';
import { PICTURE_TYPES, PictureTypeSchema, type PictureType } from './picture-type.ts';

const MEGABYTE = 1024 * 1024;

export interface UploadRules {
  readonly types: readonly PictureType[];
  readonly mostBytes: number;
  /** Chosen at once on the page. */
  readonly mostFiles: number;
  /** What the server takes in one batch. */
  readonly mostAccepted: number;
}

/** Tools that work on pictures. */
export const UploadToolSchema = ToolNameSchema.extract(['upscale', 'keyword-generator', 'stylizer']);
export type UploadTool = z.infer<typeof UploadToolSchema>;

export const UPLOAD_RULES: Readonly<Record<UploadTool, UploadRules>> = {
  upscale: {
    types: ['image/jpeg', 'image/png', 'image/webp'],
    mostBytes: 10 * MEGABYTE,
    mostFiles: 100,
    mostAccepted: 1000,
  },
  'keyword-generator': {
    types: PICTURE_TYPES,
    mostBytes: 20 * MEGABYTE,
    mostFiles: 100,
    mostAccepted: 100,
  },
  stylizer: {
    types: PICTURE_TYPES,
    mostBytes: 20 * MEGABYTE,
    mostFiles: 100,
    mostAccepted: 100,
  },
};

/** Of a decoded picture; one that claims more is not decoded. */
export const MOST_PIXELS = 100_000_000;
/**
 * A selection up to this goes with the call itself. The call takes 30 MB, but Hosting gives a request one minute: on a
 * slow line more would never arrive.
 */
export const SMALL_SELECTION_BYTES = 8 * MEGABYTE;
export const MOST_FILE_NAME_LENGTH = 300;

/** A name is only shown, and made safe where it names a file again. */
export const FileNameSchema = z
  .string()
  .min(1, 'The file has no name.')
  .max(MOST_FILE_NAME_LENGTH, `A file name has at most ${MOST_FILE_NAME_LENGTH} characters.`);

export const UploadedFileSchema = z.object({ id: UploadIdSchema, name: FileNameSchema });
export type UploadedFile = z.infer<typeof UploadedFileSchema>;

/** Pictures that lie in the caller's folder of Cloud Storage already. */
export const UploadedFilesSchema = z.object({
  folder: UploadIdSchema,
  files: z.array(UploadedFileSchema).min(1, 'There are no images.'),
});
export type UploadedFiles = z.infer<typeof UploadedFilesSchema>;

/** Where the browser puts a file, and storage.rules let it. */
export const uploadPath = (uid: string, folder: string, fileId: string): string =>
  `uploads/${uid}/${folder}/${fileId}`;

/** Bounds what one folder of Cloud Storage can hold. */
export const MAX_FILES_PER_FOLDER = 1000;

/** Opens a folder of Cloud Storage for these files, or adds them to one that the caller opened before. */
export const openUploads = defineCall({
  method: 'POST',
  path: '/api/uploads',
  summary: 'Opens a folder of Cloud Storage that takes these files, for some hours.',
  audience: 'staff',
  body: z.object({
    tool: UploadToolSchema,
    folder: UploadIdSchema.optional(),
    files: z
      .array(
        z.object({
          bytes: z.number().int().min(1, 'The file is empty.'),
          contentType: PictureTypeSchema,
        }),
      )
      .min(1, 'There are no images.')
      .max(MAX_FILES_PER_FOLDER),
  }),
  answer: z.object({
    folder: UploadIdSchema,
    /** In the order of the files. */
    fileIds: z.array(UploadIdSchema),
    expiresAt: z.iso.datetime(),
  }),
  failures: [404, 413],
});
