/** What a stock agency takes, as plain data: the portal's own profiles, and the one that a studio stores in its settings. */
import { z } from 'zod';
import { PictureExtensionSchema } from '../picture-type.ts';
import { CharacterSetSchema } from './character-sets.ts';

/** Agencies write 'MB' without saying which. This one is smaller. */
export const MEGABYTE = 1_000_000;
export const MEGAPIXEL = 1_000_000;

/** The agencies publish no limit. Anything longer is a sentence. */
export const MAX_AGENCY_KEYWORD_LENGTH = 50;

const CsvColumnSchema = z.strictObject({
  header: z.string().trim().min(1, 'Enter a header').max(60, 'A header has at most 60 characters'),
  /** `prompt` and `model`: of pictures that AI made. */
  value: z.enum(['fileName', 'title', 'description', 'keywords', 'category', 'prompt', 'model', 'constant']),
  /** The value of a `constant`. */
  text: z.string().max(60).optional(),
});
export type CsvColumn = z.infer<typeof CsvColumnSchema>;

const CsvSchema = z.strictObject({
  /** Of the file's name, as in `_adobe_stock.csv`. */
  suffix: z.string().regex(/^[\w-]{0,40}\.csv$/, 'Enter an ending such as _studio.csv'),
  delimiter: z.enum([',', ';']),
  hasByteOrderMark: z.boolean(),
  keywordSeparator: z.enum([', ', ',', '; ', ';', ' ']),
  columns: z.array(CsvColumnSchema).min(1, 'Enter at least one column').max(30, 'Enter at most 30 columns'),
});
export type AgencyCsv = z.infer<typeof CsvSchema>;

/** What a source is given for. */
export const FactNameSchema = z.enum([
  'ai',
  'enlarging',
  'types',
  'minMegapixels',
  'maxMegapixels',
  'edges',
  'minBytes',
  'maxBytes',
  'fileName',
  'texts',
  'title',
  'keywords',
  'names',
  'language',
  'categories',
  'csv',
]);
export type FactName = z.infer<typeof FactNameSchema>;

const FactSchema = z.strictObject({
  /** URL or title of the document. If it is not verified: what the fact is based on. */
  source: z.string().min(1).max(300),
  /** When it was read. */
  checkedOn: z.iso.date(),
  /** The agency's own document says so, and nothing newer contradicts it. */
  isVerified: z.boolean(),
});
export type Fact = z.infer<typeof FactSchema>;

const pixels = z
  .int('Enter a whole number')
  .min(1, 'Enter at least 1')
  .max(100_000, 'At most 100,000')
  .nullable();
const bytes = z
  .int('Enter a number')
  .min(1, 'Enter more than 0')
  .max(3_000 * MEGABYTE)
  .nullable();
const megapixels = z
  .number('Enter a number')
  .min(0, 'Enter 0 or more')
  .max(100, 'The portal has at most 100 megapixels');
const count = (max: number) =>
  z.int('Enter a whole number').min(0, 'Enter 0 or more').max(max, `At most ${max}`);

/** Null where the agency has no limit. */
export const AgencySchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{1,40}$/),
  name: z.string().trim().min(1, 'Enter a name').max(40, 'A name has at most 40 characters'),
  /** Pictures that AI made or changed. */
  acceptsAi: z.boolean(),
  /** What to do with them at the agency. */
  aiAdvice: z.string().max(300).nullable(),
  /** Added to their keywords in the CSV. */
  aiKeyword: z.string().max(50).nullable(),
  /** What the agency says about enlarged pictures. */
  enlargingAdvice: z.string().max(300).nullable(),
  types: z.array(PictureExtensionSchema).min(1),
  minMegapixels: megapixels,
  maxMegapixels: megapixels.nullable(),
  /** Of each side. */
  minEdge: pixels,
  maxEdge: pixels,
  minBytes: bytes,
  maxBytes: bytes,
  maxFileNameLength: z.int('Enter a whole number').min(12, 'Enter at least 12').max(255).nullable(),
  /** Whether title and keywords must be in the file. Otherwise people can enter them at the agency. */
  needsTexts: z.boolean(),
  title: z.strictObject({
    minWords: count(20),
    maxLength: z.int('Enter a whole number').min(10, 'Enter at least 10').max(500, 'At most 500'),
    allowsCommas: z.boolean(),
    characters: CharacterSetSchema,
  }),
  keywords: z.strictObject({
    min: count(50),
    max: z.int('Enter a whole number').min(1, 'Enter at least 1').max(100, 'At most 100'),
    /** The CSV has only this many, the first ones. */
    written: z.int().min(1).max(100),
    characters: CharacterSetSchema,
  }),
  /** Does not take AI pictures whose title or keywords name an artist, a brand, a character or a real person. */
  refusesNames: z.boolean(),
  isEnglishOnly: z.boolean(),
  categories: z.enum(['none', 'adobe-stock', 'shutterstock']),
  /** Null if the agency reads the texts from the files. */
  csv: CsvSchema.nullable(),
  facts: z.partialRecord(FactNameSchema, FactSchema),
});
export type Agency = z.infer<typeof AgencySchema>;

/** What a studio sets for its own profile. All files are JPEGs, no picture is left out for its texts, and no fact needs a source. */
export const OwnAgencySchema = AgencySchema.omit({ id: true, types: true, refusesNames: true, facts: true });
export type OwnAgency = z.infer<typeof OwnAgencySchema>;

/** Facts of one profile that were read on the same day. */
export const readOn = (checkedOn: string) => ({
  /** The agency's own document. */
  said: (source: string): Fact => ({ source, checkedOn, isVerified: true }),
  /** Only others say so, or the document is old. */
  assumed: (source: string): Fact => ({ source, checkedOn, isVerified: false }),
});
