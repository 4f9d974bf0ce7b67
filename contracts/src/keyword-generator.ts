import { PictureProviderSchema } from './studio-settings.ts';
import { z } from 'zod';
import { defineBatchCalls, defineOriginalCalls, defineRenameCall, THUMBNAIL_TYPE } from './batch-calls.ts';
import { BatchFactsSchema, BatchNameSchema, BatchParamsSchema, ItemParamsSchema } from './batches.ts';
import { defineCall, defineFileCall, defineUploadCall } from './call.ts';
import { PictureChecksSchema } from './checks.ts';
import { HALF_PRICE_OPTION } from './half-price.ts';
import { ImageLinkSchema } from './image-link.ts';
import { PictureExtensionSchema } from './picture-type.ts';
import { STOCK_CATEGORIES } from './stock-categories.ts';
import { toOneLine } from './to-one-line.ts';
import { FileNameSchema, UPLOAD_RULES } from './uploads.ts';

export const MAX_KEYWORDS = 50;
export const MAX_TITLE_LENGTH = 200;
export const MAX_DESCRIPTION_LENGTH = 500;
export const MAX_KEYWORD_LENGTH = 60;
export const MAX_CONTEXT_LENGTH = 1000;
export const MIN_KEYWORDS = 5;
export const MAX_WORDS = 25;

export const KEYWORD_LANGUAGES = [
  'English',
  'Chinese',
  'Czech',
  'Dutch',
  'French',
  'German',
  'Italian',
  'Japanese',
  'Korean',
  'Polish',
  'Portuguese',
  'Spanish',
  'Turkish',
] as const;
export const KeywordLanguageSchema = z.enum(KEYWORD_LANGUAGES);
export type KeywordLanguage = z.infer<typeof KeywordLanguageSchema>;

const KeywordSchema = z
  .string()
  .overwrite(toOneLine)
  .min(1, 'A keyword is empty.')
  .max(MAX_KEYWORD_LENGTH, `A keyword can have at most ${MAX_KEYWORD_LENGTH} characters.`);

export const WordsSchema = z.array(KeywordSchema).max(MAX_WORDS, `Use at most ${MAX_WORDS} words.`);

export const KeywordOptionsSchema = z.object({
  batchName: BatchNameSchema.optional(),
  /** What the pictures have in common, in the person's words. */
  context: z
    .string()
    .trim()
    .max(MAX_CONTEXT_LENGTH, `The context can have at most ${MAX_CONTEXT_LENGTH} characters.`)
    .default(''),
  /** Required keywords of every picture. */
  mustAppear: WordsSchema.default([]),
  /** Not allowed in keywords, title and description. */
  mustNotAppear: WordsSchema.default([]),
  /** The maximum number. */
  keywordCount: z.int().min(MIN_KEYWORDS).max(MAX_KEYWORDS).default(MAX_KEYWORDS),
  language: KeywordLanguageSchema.default('English'),
});
export type KeywordOptions = z.output<typeof KeywordOptionsSchema>;

const CategorySchema = z
  .int()
  .refine((id) => STOCK_CATEGORIES.some((category) => category.id === id), 'Unknown category.')
  .nullable();

/** The texts for one picture, which a person may edit. */
export const KeywordTextsSchema = z.object({
  seo_image_title: z
    .string()
    .overwrite(toOneLine)
    .min(1, 'The title is empty.')
    .max(MAX_TITLE_LENGTH, `A title can have at most ${MAX_TITLE_LENGTH} characters.`),
  seo_description: z
    .string()
    .overwrite(toOneLine)
    .min(1, 'The description is empty.')
    .max(MAX_DESCRIPTION_LENGTH, `A description can have at most ${MAX_DESCRIPTION_LENGTH} characters.`),
  /** The most relevant first. */
  keywords: z
    .array(KeywordSchema)
    .min(1, 'Add at least one keyword.')
    .max(MAX_KEYWORDS, `Use at most ${MAX_KEYWORDS} keywords.`),
  /** See stock-categories.ts. */
  category: CategorySchema,
});
export type KeywordTexts = z.infer<typeof KeywordTextsSchema>;

export const KeywordResultSchema = z.object({
  index: z.number().int(),
  fileName: z.string(),
  status: z.enum(['queued', 'processing', 'completed', 'failed', 'cancelled']),
  /** Empty until completed, as are the next three. */
  seo_image_title: z.string(),
  seo_description: z.string(),
  keywords: z.array(z.string()),
  category: CategorySchema,
  /** A person has edited the texts. */
  edited: z.boolean(),
  /** File extension of the picture's real type; null until completed. */
  extension: PictureExtensionSchema.nullable(),
  /** AI made or changed the picture, as the mark in its file says. */
  isMadeByAi: z.boolean().optional(),
  /** Missing until completed. */
  checks: PictureChecksSchema.optional(),
  originalUrl: z.string(),
  previewUrl: z.string(),
});
export type KeywordResult = z.infer<typeof KeywordResultSchema>;

export const FailedItemSchema = z.object({
  index: z.number().int(),
  fileName: z.string(),
  previewUrl: z.string(),
  error: z.string(),
  attempts: z.number().int(),
});
export type FailedItem = z.infer<typeof FailedItemSchema>;

export const KeywordBatchSchema = BatchFactsSchema.extend({
  name: z.string(),
  status: z.enum(['queued', 'processing', 'completed', 'failed']),
  /** Of items that have ended, 0 to 100. */
  progress: z.number().int(),
  ...KeywordOptionsSchema.omit({ batchName: true }).shape,
  /** The names of the files, by index. */
  images: z.array(z.string()),
  completedCount: z.number().int(),
  /** By index, of all items except those whose pictures were deleted. */
  results: z.array(KeywordResultSchema),
  failedItems: z.array(FailedItemSchema),
});
export type KeywordBatch = z.infer<typeof KeywordBatchSchema>;

const ONE = '/api/keyword-generator/batch/{id}';
const ADDRESSES = {
  base: '/api/keyword-generator',
  batchPath: ONE,
  download: `${ONE}/download-zip`,
  rename: ONE,
  batch: KeywordBatchSchema,
} as const;

export const keywordCalls = defineBatchCalls(ADDRESSES);
export const keywordOriginals = defineOriginalCalls(ADDRESSES);
export const renameKeywordBatch = defineRenameCall(ADDRESSES);

export const analyzeImages = defineUploadCall({
  path: '/api/keyword-generator/analyze',
  summary: 'Starts a batch: titles, descriptions and keywords for pictures.',
  options: KeywordOptionsSchema.extend(HALF_PRICE_OPTION),
  rules: UPLOAD_RULES['keyword-generator'],
});

export const getKeywordPrice = defineCall({
  method: 'GET',
  path: '/api/keyword-generator/price',
  summary: 'The approximate cost of one picture.',
  audience: 'staff',
  /** Dollars. */
  response: z.object({ price: z.number(), provider: PictureProviderSchema }),
});

export const getKeywordBatch = defineCall({
  method: 'GET',
  path: ONE,
  summary: 'One batch; 304 if nothing has changed since the given ETag.',
  audience: 'staff',
  params: BatchParamsSchema,
  response: z.object({ batch: KeywordBatchSchema }),
  failures: [404],
});

export const getFailedItems = defineCall({
  method: 'GET',
  path: `${ONE}/failed-items`,
  summary: 'The failed pictures of a batch, and why they failed.',
  audience: 'staff',
  params: BatchParamsSchema,
  response: z.object({ failedItems: z.array(FailedItemSchema) }),
  failures: [404],
});

export const editKeywordResult = defineCall({
  method: 'PATCH',
  path: `${ONE}/results/{index}`,
  summary: 'Saves edited texts of one picture.',
  audience: 'staff',
  params: ItemParamsSchema,
  body: KeywordTextsSchema,
  response: z.object({ success: z.literal(true), result: KeywordResultSchema }),
  failures: [404, 409],
});

export const getPreviewByName = defineFileCall({
  path: `${ONE}/original-image/{fileName}`,
  summary: 'A thumbnail of an uploaded picture; the first one if several have the same name.',
  audience: 'staff',
  params: BatchParamsSchema.extend({ fileName: FileNameSchema }),
  produces: THUMBNAIL_TYPE,
  failures: [404],
});

export const downloadWithTexts = defineFileCall({
  path: '/api/keyword-generator/batches/{id}/originals/{index}/with-texts',
  summary:
    'Downloads a picture with its texts inside, named as in the ZIP, or answers a link to it if it has more than 9 MB.',
  audience: 'staff',
  params: ItemParamsSchema,
  produces: 'image/*',
  jsonAlternative: ImageLinkSchema,
  failures: [404],
});

/** How files are named in the ZIP and the CSV for agencies; see keyword-file-names.ts. */
export const FileNamingSchema = z.enum(['seo', 'short']);
export type FileNaming = z.infer<typeof FileNamingSchema>;

export const downloadKeywordZip = defineFileCall({
  ...keywordCalls.download,
  path: `${ONE}/download-zip/{naming}`,
  summary: 'The same ZIP with a choice of file naming.',
  params: BatchParamsSchema.extend({ naming: FileNamingSchema }),
});
