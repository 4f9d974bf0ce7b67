/*
 * What stock agencies say that they take, read in November 2026:
 * - Adobe, "CSV requirements for Adobe Stock" (June 11, 2026), "Titles and keywords" and "Submit PNGs to Adobe Stock"
 *   (June 11, 2026; a PNG is for pictures on a transparent ground).
 * - Shutterstock, "How do I submit photos for review?", "Title and Keyword Guidelines, Policies and Best Practices" and
 *   "Why was my content rejected for Title?"; its columns are those of its template shutterstock_content_upload.csv.
 */
import type { FileNaming, KeywordResult } from '@portal/contracts/keyword-generator';

export interface Agency {
  readonly name: string;
  readonly csvSuffix: string;
  readonly types: readonly NonNullable<KeywordResult['extension']>[];
  readonly mostFileNameLength: number;
  readonly mostTitleLength: number;
  readonly leastTitleWords: number;
  readonly takesCommasInTitle: boolean;
  /** Of a title; commas are told apart. */
  readonly refusedInTitle: RegExp;
  readonly refusedInKeyword: RegExp;
  readonly leastKeywords: number;
  readonly mostKeywords: number;
  /** Of more, the first are written. */
  readonly keywordsWritten: number;
  readonly isEnglishOnly: boolean;
}

/** No agency names a limit; what is longer is a sentence. */
export const MOST_AGENCY_KEYWORD_LENGTH = 50;

export const AGENCIES = {
  'adobe-stock': {
    name: 'Adobe Stock',
    csvSuffix: '_adobe_stock.csv',
    types: ['jpg', 'png'],
    // Its page says 30 now, and said fewer than 30 before; short names have at most 29.
    mostFileNameLength: 30,
    mostTitleLength: 70,
    leastTitleWords: 1,
    takesCommasInTitle: false,
    refusedInTitle: /[^\p{L}\p{Mn}\p{Mc}\p{N} ,.'’–—-]|\ufe0f/gu,
    refusedInKeyword: /[^\p{L}\p{Mn}\p{Mc}\p{N} .'’–—-]|\ufe0f/gu,
    leastKeywords: 5,
    mostKeywords: 50,
    // One of its pages says 50, the form that the CSV fills in says 49: the least relevant one is not worth a refusal.
    keywordsWritten: 49,
    isEnglishOnly: false,
  },
  shutterstock: {
    name: 'Shutterstock',
    csvSuffix: '_shutterstock.csv',
    types: ['jpg'],
    mostFileNameLength: Infinity,
    mostTitleLength: 200,
    leastTitleWords: 2,
    takesCommasInTitle: true,
    refusedInTitle: /[^A-Za-z0-9 ,.'():;!?&-]/gu,
    refusedInKeyword: /[^A-Za-z0-9 .'&-]/gu,
    leastKeywords: 7,
    mostKeywords: 50,
    keywordsWritten: 50,
    isEnglishOnly: true,
  },
} as const satisfies Record<string, Agency>;

export type AgencyId = keyof typeof AGENCIES;

/** Unless a person has chosen: names that the agency takes. */
export const findDefaultNaming = (agency: AgencyId): FileNaming =>
  AGENCIES[agency].mostFileNameLength < Number.POSITIVE_INFINITY ? 'short' : 'seo';
