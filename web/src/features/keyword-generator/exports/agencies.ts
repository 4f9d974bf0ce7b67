/*
 * Rules of the stock agencies, as published in November 2026:
 * - Adobe, "CSV requirements for Adobe Stock" (June 11, 2026), "Titles and keywords" and "Submit PNGs to Adobe Stock"
 *   (June 11, 2026; a PNG is for images with a transparent background); "Generative AI content guidelines" (June 11, 2026).
 * - Shutterstock, "How do I submit photos for review?", "Title and Keyword Guidelines, Policies and Best Practices" and
 *   "Why was my content rejected for Title?". The columns are from its template shutterstock_content_upload.csv. AI content is
 *   refused by "Content Policy Updates: AI-generated Content".
 */
import type { FileNaming, KeywordResult } from '@portal/contracts/keyword-generator';

export interface Agency {
  readonly name: string;
  readonly csvSuffix: string;
  readonly types: readonly NonNullable<KeywordResult['extension']>[];
  readonly maxFileNameLength: number;
  readonly maxTitleLength: number;
  readonly minTitleWords: number;
  readonly allowsCommasInTitle: boolean;
  /** Except commas, see `allowsCommasInTitle`. */
  readonly rejectedInTitle: RegExp;
  readonly rejectedInKeyword: RegExp;
  readonly minKeywords: number;
  readonly maxKeywords: number;
  /** The CSV has only this many keywords, the first ones. */
  readonly keywordsWritten: number;
  readonly isEnglishOnly: boolean;
  /** What to do with pictures that AI made or changed. Undefined if the agency does not accept them. */
  readonly aiAdvice: string | undefined;
}

/** The agencies publish no limit. Anything longer is a sentence. */
export const MAX_AGENCY_KEYWORD_LENGTH = 50;

export const AGENCIES = {
  'adobe-stock': {
    name: 'Adobe Stock',
    csvSuffix: '_adobe_stock.csv',
    types: ['jpg', 'png'],
    // The page says at most 30, but used to say fewer than 30. Short names have at most 29.
    maxFileNameLength: 30,
    maxTitleLength: 70,
    minTitleWords: 1,
    allowsCommasInTitle: false,
    rejectedInTitle: /[^\p{L}\p{Mn}\p{Mc}\p{N} ,.'’–—-]|\ufe0f/gu,
    rejectedInKeyword: /[^\p{L}\p{Mn}\p{Mc}\p{N} .'’–—-]|\ufe0f/gu,
    minKeywords: 5,
    maxKeywords: 50,
    // One page says 50, the upload form 49. Dropping the least relevant keyword is the safe choice.
    keywordsWritten: 49,
    isEnglishOnly: false,
    aiAdvice: 'Select “Created using generative AI tools” at Adobe Stock.',
  },
  shutterstock: {
    name: 'Shutterstock',
    csvSuffix: '_shutterstock.csv',
    types: ['jpg'],
    maxFileNameLength: Infinity,
    maxTitleLength: 200,
    minTitleWords: 2,
    allowsCommasInTitle: true,
    rejectedInTitle: /[^A-Za-z0-9 ,.'():;!?&-]/gu,
    rejectedInKeyword: /[^A-Za-z0-9 .'&-]/gu,
    minKeywords: 7,
    maxKeywords: 50,
    keywordsWritten: 50,
    isEnglishOnly: true,
    aiAdvice: undefined,
  },
} as const satisfies Record<string, Agency>;

export type AgencyId = keyof typeof AGENCIES;

/** Whether the agency takes the picture at all. What it may reject for its texts or its file is in find-rejections.ts. */
export const isAccepted = (
  { isMadeByAi = false }: Pick<KeywordResult, 'isMadeByAi'>,
  agency: AgencyId,
): boolean => !isMadeByAi || AGENCIES[agency].aiAdvice !== undefined;

/** The naming to use until the user chooses one: names that the agency accepts. */
export const findDefaultNaming = (agency: AgencyId): FileNaming =>
  AGENCIES[agency].maxFileNameLength < Number.POSITIVE_INFINITY ? 'short' : 'seo';
