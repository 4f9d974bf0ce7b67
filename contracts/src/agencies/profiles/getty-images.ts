import { readOn, type Agency } from '../agency.ts';

const { said, assumed } = readOn('2026-11-23');
const MANUAL =
  'http://www.istockphoto.com/help/sell-stock/training-manuals/photography/image-requirements (an old copy)';
const GUIDE = 'A third-party guide: https://cybertools-store.pages.dev/freepik-contributor-keywording-guide';

export const GETTY_IMAGES: Agency = {
  id: 'getty-images',
  name: 'Getty Images and iStock',
  acceptsAi: false,
  aiAdvice: null,
  aiKeyword: null,
  enlargingAdvice: 'iStock declines pictures that were enlarged.',
  types: ['jpg'],
  // 1600 × 1200.
  minMegapixels: 1.92,
  maxMegapixels: null,
  minEdge: null,
  maxEdge: null,
  minBytes: null,
  maxBytes: null,
  maxFileNameLength: null,
  needsTexts: false,
  title: { minWords: 1, maxLength: 250, allowsCommas: true, characters: 'any' },
  keywords: { min: 1, max: 50, written: 50, characters: 'any' },
  refusesNames: false,
  isEnglishOnly: false,
  categories: 'none',
  csv: null,
  facts: {
    ai: said('http://gettyimages.com/workwithus'),
    enlarging: assumed(MANUAL),
    types: said('https://workwithus.gettyimages.com/en/FAQs'),
    minMegapixels: assumed(MANUAL),
    texts: assumed('No document found: texts can be entered in ESP, the upload page'),
    title: assumed(GUIDE),
    keywords: assumed(GUIDE),
    language: assumed('No document found that asks for English'),
    categories: assumed('No document found that asks for categories'),
    csv: assumed('No document found: the upload page reads the texts from the files'),
  },
};
