import { MEGABYTE, readOn, type Agency } from '../agency.ts';

const { said, assumed } = readOn('2026-11-23');
/** In Greek. */
const FILES = 'https://help.depositphotos.com/hc/el/articles/360010227573';
const GUIDE = 'A third-party guide: https://cyberstock.ghost.io/depositphotos-metadata-best-practices-2026/';

export const DEPOSITPHOTOS: Agency = {
  id: 'depositphotos',
  name: 'Depositphotos',
  acceptsAi: false,
  aiAdvice: null,
  aiKeyword: null,
  enlargingAdvice: 'Depositphotos declines pictures that were enlarged.',
  types: ['jpg'],
  // The page says 3.4 megapixels, and 2400 × 1600, which are 3.84.
  minMegapixels: 3.84,
  maxMegapixels: null,
  minEdge: null,
  maxEdge: null,
  minBytes: null,
  maxBytes: 50 * MEGABYTE,
  maxFileNameLength: null,
  needsTexts: false,
  title: { minWords: 1, maxLength: 250, allowsCommas: true, characters: 'any' },
  keywords: { min: 1, max: 50, written: 50, characters: 'any' },
  refusesNames: false,
  isEnglishOnly: true,
  categories: 'none',
  csv: null,
  facts: {
    ai: said('https://help.depositphotos.com/hc/en-us/sections/360002104174-Getting-Started?page=1'),
    enlarging: said(FILES),
    types: said(FILES),
    minMegapixels: said(FILES),
    maxBytes: said(FILES),
    language: said(FILES),
    texts: assumed('No document found: texts can be entered at the agency'),
    title: assumed('MetaGen, “CSV Format Reference”, not tested by its author'),
    keywords: assumed(GUIDE),
    categories: assumed('No document found that asks for categories'),
    csv: assumed('No document found: the upload reads the texts from the files'),
  },
};
