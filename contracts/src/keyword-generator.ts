import { z } from 'zod';
import { defineBatchCalls, defineOriginalCalls, defineRenameCall } from './batch-calls.ts';
import { BatchFactsSchema, BatchNameSchema, BatchParamsSchema, ItemParamsSchema } from './batches.ts';
import { defineCall, defineFileCall, defineUploadCall } from './call.ts';
import { PictureExtensionSchema } from './picture-type.ts';
import { STOCK_CATEGORIES } from './stock-categories.ts';
import { FileNameSchema, UPLOAD_RULES } from './uploads.ts';

export const MOST_KEYWORDS = 50;
export const MOST_TITLE_LENGTH = 200;
export const MOST_DESCRIPTION_LENGTH = 500;
export const MOST_KEYWORD_LENGTH = 60;
export const MOST_CONTEXT_LENGTH = 1000;
export const FEWEST_KEYWORDS = 5;
export const MOST_WORDS = 25;

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
  .trim()
  .min(1, 'A keyword is empty.')
  .max(MOST_KEYWORD_LENGTH, `A keyword has at most ${MOST_KEYWORD_LENGTH} characters.`);

const WordsSchema = z.array(KeywordSchema).max(MOST_WORDS, `There can be at most ${MOST_WORDS} words.`);

export const KeywordOptionsSchema = z.object({
  batchName: BatchNameSchema.optional(),
  /** What the pictures have in common, as a person would tell it. */
  context: z
    .string()
    .trim()
    .max(MOST_CONTEXT_LENGTH, `The context has at most ${MOST_CONTEXT_LENGTH} characters.`)
    .default(''),
  /** Are among the keywords of every picture. */
  mustAppear: WordsSchema.default([]),
  /** Stand neither among the keywords nor in title and description. */
  mustNotAppear: WordsSchema.default([]),
  /** At most. */
  keywordCount: z.int().min(FEWEST_KEYWORDS).max(MOST_KEYWORDS).default(MOST_KEYWORDS),
  language: KeywordLanguageSchema.default('English'),
});
export type KeywordOptions = z.output<typeof KeywordOptionsSchema>;

const CategorySchema = z
  .int()
  .refine((id) => STOCK_CATEGORIES.some((category) => category.id === id), 'There is no such category.')
  .nullable();

/** What is written about one picture; a person may change it. */
export const KeywordTextsSchema = z.object({
  seo_image_title: z
    .string()
    .trim()
    .min(1, 'The title is empty.')
    .max(MOST_TITLE_LENGTH, `A title has at most ${MOST_TITLE_LENGTH} characters.`),
  seo_description: z
    .string()
    .trim()
    .min(1, 'The description is empty.')
    .max(MOST_DESCRIPTION_LENGTH, `A description has at most ${MOST_DESCRIPTION_LENGTH} characters.`),
  /** The most relevant first. */
  keywords: z
    .array(KeywordSchema)
    .min(1, 'There are no keywords.')
    .max(MOST_KEYWORDS, `There can be at most ${MOST_KEYWORDS} keywords.`),
  /** See stock-categories.ts. */
  category: CategorySchema,
});
export type KeywordTexts = z.infer<typeof KeywordTextsSchema>;

export const KeywordResultSchema = z.object({
  index: z.number().int(),
  fileName: z.string(),
  status: z.enum(['queued', 'processing', 'completed', 'failed', 'cancelled']),
  /** Empty until it is completed, as are the next three. */
  seo_image_title: z.string(),
  seo_description: z.string(),
  keywords: z.array(z.string()),
  category: CategorySchema,
  /** A person has changed what the model wrote. */
  edited: z.boolean(),
  /** What the picture really is, as a file's extension; null until it is completed. */
  extension: PictureExtensionSchema.nullable(),
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
  /** By index, of all items. */
  results: z.array(KeywordResultSchema),
  failedItems: z.array(FailedItemSchema),
});
export type KeywordBatch = z.infer<typeof KeywordBatchSchema>;

const ONE = '/api/keyword-generator/batch/{id}';
const ADDRESSES = {
  base: '/api/keyword-generator',
  one: ONE,
  download: `${ONE}/download-zip`,
  rename: ONE,
  batch: KeywordBatchSchema,
} as const;

export const keywordCalls = defineBatchCalls(ADDRESSES);
export const keywordOriginals = defineOriginalCalls(ADDRESSES);
export const renameKeywordBatch = defineRenameCall(ADDRESSES);

export const analyzeImages = defineUploadCall({
  path: '/api/keyword-generator/analyze',
  summary: 'Starts a batch of pictures to write titles, descriptions and keywords for.',
  options: KeywordOptionsSchema,
  rules: UPLOAD_RULES['keyword-generator'],
});

export const getKeywordPrice = defineCall({
  method: 'GET',
  path: '/api/keyword-generator/price',
  summary: 'What one picture costs, about.',
  audience: 'staff',
  /** Dollars. */
  answer: z.object({ price: z.number() }),
});

export const getKeywordBatch = defineCall({
  method: 'GET',
  path: ONE,
  summary: 'One batch; 304 when nothing has changed since the ETag that was sent.',
  audience: 'staff',
  params: BatchParamsSchema,
  answer: z.object({ batch: KeywordBatchSchema }),
  failures: [404],
});

export const getFailedItems = defineCall({
  method: 'GET',
  path: `${ONE}/failed-items`,
  summary: 'The pictures of a batch that nothing could be written about, and why.',
  audience: 'staff',
  params: BatchParamsSchema,
  answer: z.object({ failedItems: z.array(FailedItemSchema) }),
  failures: [404],
});

export const editKeywordResult = defineCall({
  method: 'PATCH',
  path: `${ONE}/results/{index}`,
  summary: 'Keeps what a person has changed in the texts of one picture.',
  audience: 'staff',
  params: ItemParamsSchema,
  body: KeywordTextsSchema,
  answer: z.object({ success: z.literal(true), result: KeywordResultSchema }),
  failures: [404, 409],
});

export const getPreviewByName = defineFileCall({
  path: `${ONE}/original-image/{fileName}`,
  summary: 'An uploaded picture, small; of several of the same name the first.',
  audience: 'staff',
  params: BatchParamsSchema.extend({ fileName: FileNameSchema }),
  produces: 'image/webp',
  failures: [404],
});

/** How the files of a batch are called in its ZIP and in what goes to agencies; see keyword-file-names.ts. */
export const FileNamingSchema = z.enum(['seo', 'short']);
export type FileNaming = z.infer<typeof FileNamingSchema>;

export const downloadKeywordZip = defineFileCall({
  ...keywordCalls.download,
  path: `${ONE}/download-zip/{naming}`,
  summary: 'The same ZIP with files named as is asked for.',
  params: BatchParamsSchema.extend({ naming: FileNamingSchema }),
});
