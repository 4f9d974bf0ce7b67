import { MEGABYTE, readOn, type Agency } from '../agency.ts';

const { said, assumed } = readOn('2026-11-23');
const UPLOAD = 'https://blog.123rf.com/how-to-upload-photos-or-illustrations';
const FAQ = 'https://www.123rf.com/submit/photographersfaq.php';
const METAGEN = 'MetaGen, “CSV Format Reference”: its author reports a successful upload in June 2026';

export const ONE_TWO_THREE_RF: Agency = {
  id: '123rf',
  name: '123RF',
  acceptsAi: true,
  aiAdvice: 'See 123RF’s guidelines for AI-generated content before you submit.',
  aiKeyword: null,
  enlargingAdvice: null,
  types: ['jpg'],
  minMegapixels: 6,
  maxMegapixels: null,
  minEdge: null,
  maxEdge: null,
  minBytes: null,
  maxBytes: 30 * MEGABYTE,
  maxFileNameLength: null,
  needsTexts: false,
  title: { minWords: 1, maxLength: 255, allowsCommas: true, characters: 'any' },
  keywords: { min: 7, max: 50, written: 50, characters: 'any' },
  refusesNames: false,
  isEnglishOnly: true,
  categories: 'none',
  csv: {
    suffix: '_123rf.csv',
    delimiter: ',',
    hasByteOrderMark: false,
    keywordSeparator: ',',
    columns: [
      { header: 'oldfilename', value: 'fileName' },
      { header: '123rf_filename', value: 'constant', text: '' },
      { header: 'description', value: 'title' },
      { header: 'keywords', value: 'keywords' },
      { header: 'country', value: 'constant', text: '' },
    ],
  },
  facts: {
    ai: said('https://www.blog.123rf.com/123rf-guidelines-for-ai-generated-content'),
    types: said(UPLOAD),
    minMegapixels: said(UPLOAD),
    maxBytes: said(UPLOAD),
    texts: said(UPLOAD),
    title: assumed(METAGEN),
    keywords: assumed(
      'The minimum is that of its guide to editorial images: https://blog.123rf.com/our-guide-to-describing-and-keywording-editorial-images',
    ),
    language: said(FAQ),
    categories: assumed('No document found that asks for categories'),
    csv: assumed(METAGEN),
  },
};
