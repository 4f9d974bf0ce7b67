/** Files as a stock agency takes them: a check of a selection first, then its ZIP. */
import { z } from 'zod';
import { AgencySchema } from './agencies/agency.ts';
import { ArchiveSchema } from './batches.ts';
import { defineCall } from './call.ts';
import { PictureChecksSchema } from './checks.ts';
import { FileNamingSchema, KeywordTextsSchema } from './keyword-generator.ts';
import { MAX_SELECTED_PICTURES, SelectionSchema } from './library.ts';
import { PriceSchema } from './pricing.ts';
import { SourceSchema } from './source.ts';
import { ScaleSchema } from './upscale.ts';

const ExportSchema = SelectionSchema.extend({
  /** Its id. */
  agency: z.string().max(40, 'Unknown agency.'),
  /** Of pictures with texts. Default: names that the agency accepts. */
  naming: FileNamingSchema.optional(),
  /** Of the pictures: those that the user leaves out because they look like others. */
  alike: z.array(SourceSchema).max(MAX_SELECTED_PICTURES).optional(),
});

/** `part`: which ZIP of as many as the check says. Default: the first one. */
const BuildSchema = ExportSchema.extend({
  part: z.number().int().min(1).max(MAX_SELECTED_PICTURES).optional(),
});
export type ExportRequest = z.infer<typeof BuildSchema>;

const ProblemSchema = z.object({ kind: z.string(), message: z.string() });

const RemedySchema = z.discriminatedUnion('kind', [
  /** Send it to Upscale. `price`: of one picture. `advice`: what to know before. */
  z.object({
    kind: z.literal('upscale'),
    scale: ScaleSchema,
    price: PriceSchema,
    advice: z.string().nullable(),
  }),
  /** Send it to the Keyword Generator. */
  z.object({ kind: z.literal('write-texts') }),
  /** Save these texts for this picture of the Keyword Generator. */
  z.object({
    kind: z.literal('fix-texts'),
    batchId: z.string(),
    index: z.number().int(),
    texts: KeywordTextsSchema,
  }),
]);
export type Remedy = z.infer<typeof RemedySchema>;

const CheckedPictureSchema = z.object({
  picture: SourceSchema,
  /** In the ZIP and the CSV. */
  fileName: z.string(),
  /** It is in the ZIP, unless its file turns out to be too large or too small. */
  isReady: z.boolean(),
  isMadeByAi: z.boolean(),
  /** Why it is left out. */
  reasons: z.array(ProblemSchema),
  /** What someone should look at. */
  warnings: z.array(ProblemSchema),
  remedies: z.array(RemedySchema),
  isStarred: z.boolean(),
  checks: PictureChecksSchema.optional(),
});
export type CheckedPicture = z.infer<typeof CheckedPictureSchema>;

export const ExportCheckSchema = z.object({
  /** All that can be chosen, with the pictures of this selection that they take. */
  agencies: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      acceptsAi: z.boolean(),
      ready: z.number().int(),
      /** Of the ready ones: their files may turn out to be too small. */
      uncertain: z.number().int(),
      /** The ready ones need so many: a ZIP has at most 10,000 megapixels. */
      zips: z.number().int(),
    }),
  ),
  /** The profile of the chosen one. */
  agency: AgencySchema,
  /** In the order of the ZIP. */
  pictures: z.array(CheckedPictureSchema),
});
export type ExportCheck = z.infer<typeof ExportCheckSchema>;

export const checkExport = defineCall({
  method: 'POST',
  path: '/api/exports/check',
  summary: 'Which pictures an agency takes, why it does not take the others, and what can be done about it.',
  audience: 'staff',
  body: ExportSchema,
  response: ExportCheckSchema,
  failures: [404],
});

const [PreparingSchema, ReadySchema] = ArchiveSchema.options;

/** A ZIP, and how many of the pictures that it should have are in it. */
export const ExportArchiveSchema = z.discriminatedUnion('status', [
  PreparingSchema,
  ReadySchema.extend({ written: z.number().int(), promised: z.number().int() }),
]);
export type ExportArchive = z.infer<typeof ExportArchiveSchema>;

/** Polled with the same request until it is ready. */
export const buildExport = defineCall({
  method: 'POST',
  path: '/api/exports',
  summary:
    "Builds a ZIP for an agency: sRGB JPEGs with their texts inside, the agency's CSV, and a report of what was left out. Expires with the oldest picture.",
  audience: 'staff',
  body: BuildSchema,
  response: ExportArchiveSchema,
  failures: [404],
});
