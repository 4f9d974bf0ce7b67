import { MEGABYTE, readOn, type Agency } from '../agency.ts';

const { said, assumed } = readOn('2026-11-23');
const FILES = 'https://support.freepik.com/hc/en-us/articles/115003799325-Content-Submission-Requirements';
const AI = 'Magnific Contributor, “AI generated resources - General guidelines” (read in a copy)';
const GUIDE =
  'A third-party guide: https://blog.photokeyworder.ai/2026/06/29/the-complete-magnific-ex-freepik-contributor-guide-requirements-csv-metadata-ai-images-and-best-practices/';
const METAGEN = 'MetaGen, “CSV Format Reference”: its author reports a successful upload in June 2026';

export const MAGNIFIC: Agency = {
  id: 'magnific',
  name: 'Magnific (Freepik)',
  acceptsAi: true,
  aiAdvice: 'The CSV labels them with _ai_generated. Without the CSV, select “Created with AI” at Magnific.',
  aiKeyword: '_ai_generated',
  enlargingAdvice: null,
  types: ['jpg'],
  minMegapixels: 4,
  maxMegapixels: 100,
  minEdge: 2000,
  maxEdge: 10_000,
  // Freepik’s older article says over 0.5 MB, the guide of June 2026 says 1.5 MB. The stricter counts (docs/decisions/016).
  minBytes: 1.5 * MEGABYTE,
  maxBytes: 250 * MEGABYTE,
  maxFileNameLength: null,
  needsTexts: true,
  title: { minWords: 1, maxLength: 100, allowsCommas: true, characters: 'any' },
  keywords: { min: 5, max: 50, written: 50, characters: 'any' },
  refusesNames: false,
  isEnglishOnly: false,
  categories: 'none',
  csv: {
    suffix: '_magnific.csv',
    delimiter: ';',
    hasByteOrderMark: false,
    keywordSeparator: ',',
    columns: [
      { header: 'File name', value: 'fileName' },
      { header: 'Title', value: 'title' },
      { header: 'Keywords', value: 'keywords' },
      { header: 'Prompt', value: 'prompt' },
      { header: 'Model', value: 'model' },
    ],
  },
  facts: {
    ai: said(AI),
    types: said('https://www.freepik.com/ai/faq/faqs-for-contributors'),
    minMegapixels: assumed(GUIDE),
    maxMegapixels: assumed(GUIDE),
    edges: said(FILES),
    minBytes: assumed(GUIDE),
    maxBytes: assumed(GUIDE),
    texts: said(FILES),
    title: assumed(METAGEN),
    keywords: assumed(METAGEN),
    language: assumed('No document found that asks for English'),
    categories: assumed(METAGEN),
    csv: assumed(METAGEN),
  },
};
