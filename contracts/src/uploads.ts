/**
 * How pictures get to the server, for every tool that takes some. A small selection goes with the tool's own call
 * (multipart); a larger one is put into Cloud Storage first, each file as `uploads/{user}/{folder}/{file}`, and the call
 * then names the folder and its files as JSON.
 */
import { z } from 'zod';
import type { ToolName } from './batches.ts';
import { UploadIdSchema } from './ids.ts';

const MEGABYTE = 1024 * 1024;

export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];

export interface UploadRules {
  readonly types: readonly PictureType[];
  readonly mostBytes: number;
  /** Chosen at once on the page. */
  readonly mostFiles: number;
  /** What the server takes in one batch. */
  readonly mostAccepted: number;
}

export type UploadTool = Exclude<ToolName, 'image-generator'>;

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
    types: ['image/jpeg', 'image/png', 'image/webp'],
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
