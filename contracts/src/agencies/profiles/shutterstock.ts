import { MEGABYTE, readOn, type Agency } from '../agency.ts';

const { said, assumed } = readOn('2026-11-23');
const PHOTOS = 'https://submit.shutterstock.com/help/en/articles/10594645-how-do-i-submit-photos-for-review';
const TEXTS = 'Shutterstock, “Title and Keyword Guidelines, Policies and Best Practices”';
const CSV =
  'https://submit.shutterstock.com/help/en/articles/10617486-how-do-i-include-existing-metadata-with-my-content-submission';

export const SHUTTERSTOCK: Agency = {
  id: 'shutterstock',
  name: 'Shutterstock',
  acceptsAi: false,
  aiAdvice: null,
  aiKeyword: null,
  enlargingAdvice: null,
  types: ['jpg'],
  minMegapixels: 4,
  maxMegapixels: null,
  minEdge: null,
  maxEdge: null,
  minBytes: null,
  // Larger ones only by FTPS.
  maxBytes: 50 * MEGABYTE,
  maxFileNameLength: null,
  needsTexts: false,
  title: { minWords: 2, maxLength: 200, allowsCommas: true, characters: 'ascii' },
  keywords: { min: 7, max: 50, written: 50, characters: 'ascii' },
  refusesNames: false,
  isEnglishOnly: true,
  categories: 'shutterstock',
  csv: {
    suffix: '_shutterstock.csv',
    delimiter: ',',
    hasByteOrderMark: true,
    keywordSeparator: ', ',
    // Of the template shutterstock_content_upload.csv.
    columns: [
      { header: 'Filename', value: 'fileName' },
      // A headline. Our description is for web pages and may be too long.
      { header: 'Description', value: 'title' },
      { header: 'Keywords', value: 'keywords' },
      { header: 'Categories', value: 'category' },
      { header: 'Editorial', value: 'constant', text: 'no' },
      { header: 'Mature content', value: 'constant', text: 'no' },
      { header: 'illustration', value: 'constant', text: 'no' },
    ],
  },
  facts: {
    ai: said(
      'https://submit.shutterstock.com/help/en/articles/10594622-content-policy-updates-ai-generated-content',
    ),
    types: said(PHOTOS),
    minMegapixels: said(PHOTOS),
    maxBytes: said(PHOTOS),
    texts: said(PHOTOS),
    title: said(`${TEXTS}; “Why was my content rejected for Title?”`),
    keywords: said(PHOTOS),
    language: said(TEXTS),
    categories: said(CSV),
    csv: said(CSV),
    fileName: assumed('No document found with a limit'),
  },
};
