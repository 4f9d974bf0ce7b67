import type { Agency } from '../agency.ts';

export const OWN_AGENCY_ID = 'studio';

/** A studio's own profile, until an admin changes it. */
export const OWN_AGENCY: Agency = {
  id: OWN_AGENCY_ID,
  name: 'Own profile',
  acceptsAi: true,
  aiAdvice: null,
  aiKeyword: null,
  enlargingAdvice: null,
  types: ['jpg'],
  minMegapixels: 0,
  maxMegapixels: null,
  minEdge: null,
  maxEdge: null,
  minBytes: null,
  maxBytes: null,
  maxFileNameLength: null,
  needsTexts: false,
  title: { minWords: 0, maxLength: 200, allowsCommas: true, characters: 'any' },
  keywords: { min: 0, max: 50, written: 50, characters: 'any' },
  refusesNames: false,
  isEnglishOnly: false,
  categories: 'none',
  csv: {
    suffix: '_keywords.csv',
    delimiter: ',',
    hasByteOrderMark: true,
    keywordSeparator: ', ',
    columns: [
      { header: 'Filename', value: 'fileName' },
      { header: 'Title', value: 'title' },
      { header: 'Description', value: 'description' },
      { header: 'Keywords', value: 'keywords' },
    ],
  },
  facts: {},
};
