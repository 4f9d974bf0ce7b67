/**
 * How pictures get into a batch, for every tool that works on pictures. A small selection is sent with the tool's own call, as a
 * form. For a larger one the server opens a folder in Cloud Storage (`POST /api/uploads`), the browser uploads each file to
 * `uploads/{user}/{folder}/{file}`, and the call names folder and files as JSON. The JSON may also name pictures of earlier
 * batches, which the server copies.
 */
import { z } from 'zod';
import { ToolNameSchema, type ToolName } from './batches.ts';
import { defineCall } from './call.ts';
import { UploadIdSchema } from './ids.ts';
import { SourceSchema, type Source } from './source.ts';
import { PICTURE_TYPES, PictureTypeSchema, type PictureType } from './picture-type.ts';

const MEGABYTE = 1024 * 1024;

export interface UploadRules {
  readonly types: readonly PictureType[];
  /** What the file picker offers, if not all types. Dropped files can be of the others. */
  readonly offeredTypes?: readonly PictureType[];
  readonly maxBytes: number;
  /** Limit of a selection on the page. */
  readonly maxFiles: number;
  /** Limit of the server per batch. */
  readonly maxAccepted: number;
}

/** The tools that work on pictures. */
export const UPLOAD_RULES = {
  upscale: {
    types: ['image/jpeg', 'image/png', 'image/webp'],
    maxBytes: 10 * MEGABYTE,
    maxFiles: 100,
    maxAccepted: 1000,
  },
  'keyword-generator': {
    types: PICTURE_TYPES,
    maxBytes: 20 * MEGABYTE,
    maxFiles: 100,
    maxAccepted: 100,
  },
  stylizer: {
    types: PICTURE_TYPES,
    offeredTypes: ['image/jpeg', 'image/png', 'image/webp'],
    maxBytes: 20 * MEGABYTE,
    maxFiles: 100,
    maxAccepted: 100,
  },
} as const satisfies Partial<Record<ToolName, UploadRules>>;
export type UploadTool = keyof typeof UPLOAD_RULES;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `keys` forgets which keys
export const UploadToolSchema = ToolNameSchema.extract(Object.keys(UPLOAD_RULES) as UploadTool[]);

/** Larger pictures are not decoded. */
export const MAX_PIXELS = 100_000_000;
/**
 * A selection up to this size is sent with the call. The call accepts 30 MB, but Hosting limits a request to one minute: on
 * a slow connection more would never arrive.
 */
export const SMALL_SELECTION_BYTES = 8 * MEGABYTE;
export const MAX_FILE_NAME_LENGTH = 300;

/** Only shown; cleaned before it names a file. */
export const FileNameSchema = z
  .string()
  .min(1, 'The file has no name.')
  .max(MAX_FILE_NAME_LENGTH, `File names can have at most ${MAX_FILE_NAME_LENGTH} characters.`);

export const UploadedFileSchema = z.object({ id: UploadIdSchema, name: FileNameSchema });
export type UploadedFile = z.infer<typeof UploadedFileSchema>;

/** Pictures that are in the caller's folder of Cloud Storage. */
export const UploadedFilesSchema = z.object({
  folder: UploadIdSchema,
  files: z.array(UploadedFileSchema).min(1, 'Select at least one image.'),
});
export type UploadedFiles = z.infer<typeof UploadedFilesSchema>;

export type ChosenFile = UploadedFile | { from: Source };

/** An upload (`id` and `name`), or a picture of an earlier batch (`from`). The limits of uploads do not apply to the latter. */
export const ChosenFileSchema = z
  .object({ ...UploadedFileSchema.shape, from: SourceSchema })
  .partial()
  .transform(({ id, name, from }, context): ChosenFile => {
    if (from && id === undefined && name === undefined) return { from };
    if (!from && id !== undefined && name !== undefined) return { id, name };
    context.addIssue('Send either `id` and `name` of an upload, or `from`.');
    return z.NEVER;
  });

/** The pictures of a new batch, in any mix. */
export const ChosenFilesSchema = z
  .object({
    /** Required if there are uploads. */
    folder: UploadIdSchema.optional(),
    files: z.array(ChosenFileSchema).min(1, 'Select at least one image.'),
  })
  .refine(({ folder, files }) => folder !== undefined || files.every((file) => 'from' in file), {
    path: ['folder'],
    error: 'Send the folder of the uploads.',
  });
export type ChosenFiles = z.infer<typeof ChosenFilesSchema>;

/** Path of an upload, as allowed by storage.rules. */
export const uploadPath = (uid: string, folder: string, fileId: string): string =>
  `uploads/${uid}/${folder}/${fileId}`;

/** Limit of files per folder. */
export const MAX_FILES_PER_FOLDER = 1000;

/** Opens a folder in Cloud Storage for these files, or adds them to an open folder of the caller. */
export const openUploads = defineCall({
  method: 'POST',
  path: '/api/uploads',
  summary: 'Opens a folder in Cloud Storage for these files, for some hours.',
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
      .min(1, 'Select at least one image.')
      .max(MAX_FILES_PER_FOLDER),
  }),
  response: z.object({
    folder: UploadIdSchema,
    /** In the order of the files. */
    fileIds: z.array(UploadIdSchema),
    expiresAt: z.iso.datetime(),
  }),
  failures: [404, 413],
});
