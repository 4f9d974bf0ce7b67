import { MEGABYTE, readOn, type Agency } from '../agency.ts';

const { said, assumed } = readOn('2026-11-23');
const SELL = 'https://www.dreamstime.com/sell-stock-photos-images (read in a copy)';
const FAQ = 'http://pt.dreamstime.com/faqs-detail-2 (an old copy)';
const METAGEN = 'MetaGen, “CSV Format Reference”: its author reports a successful upload in June 2026';

export const DREAMSTIME: Agency = {
  id: 'dreamstime',
  name: 'Dreamstime',
  acceptsAi: true,
  aiAdvice:
    'At Dreamstime, choose the category “Illustrations & Clipart / AI generated” and say in the description that AI made the picture.',
  aiKeyword: null,
  enlargingAdvice: null,
  types: ['jpg'],
  minMegapixels: 3,
  maxMegapixels: 70,
  minEdge: null,
  maxEdge: null,
  minBytes: null,
  maxBytes: 1000 * MEGABYTE,
  maxFileNameLength: null,
  needsTexts: false,
  title: { minWords: 1, maxLength: 200, allowsCommas: true, characters: 'any' },
  keywords: { min: 5, max: 50, written: 50, characters: 'any' },
  refusesNames: false,
  isEnglishOnly: false,
  // Its own numbers, which people choose at Dreamstime.
  categories: 'none',
  csv: {
    suffix: '_dreamstime.csv',
    delimiter: ',',
    hasByteOrderMark: true,
    keywordSeparator: ',',
    columns: [
      { header: 'Filename', value: 'fileName' },
      { header: 'Image Name', value: 'title' },
      { header: 'Description', value: 'description' },
      { header: 'Category 1', value: 'constant', text: '' },
      { header: 'Category 2', value: 'constant', text: '' },
      { header: 'Category 3', value: 'constant', text: '' },
      { header: 'keywords', value: 'keywords' },
      { header: 'Free', value: 'constant', text: '0' },
      { header: 'W-EL', value: 'constant', text: '0' },
      { header: 'P-EL', value: 'constant', text: '0' },
      { header: 'SR-EL', value: 'constant', text: '0' },
      { header: 'SR-Price', value: 'constant', text: '0' },
      { header: 'Editorial', value: 'constant', text: '0' },
      { header: 'MR doc Ids', value: 'constant', text: '0' },
      { header: 'Pr Docs', value: 'constant', text: '0' },
    ],
  },
  facts: {
    ai: assumed(
      'A report on its announcement: https://www.stockphotosecrets.com/news/dreamstime-accepts-ai-generated-images.html',
    ),
    types: said(SELL),
    minMegapixels: said(SELL),
    maxMegapixels: assumed(FAQ),
    maxBytes: said(SELL),
    texts: assumed(METAGEN),
    title: assumed(METAGEN),
    keywords: assumed(METAGEN),
    language: assumed('No document found that asks for English'),
    categories: assumed(METAGEN),
    csv: assumed(METAGEN),
  },
};
