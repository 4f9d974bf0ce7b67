import { MEGABYTE, readOn, type Agency } from '../agency.ts';

const { said, assumed } = readOn('2026-11-23');
const PHOTOS = 'https://helpx.adobe.com/il_en/stock/contributor/help/photography-illustrations.html';
/** Of June 11, 2026. */
const CSV = 'https://helpx.adobe.com/stock/contributor/manage-your-portfolio/csv-requirements-content.html';

export const ADOBE_STOCK: Agency = {
  id: 'adobe-stock',
  name: 'Adobe Stock',
  acceptsAi: true,
  aiAdvice: 'Select “Created using generative AI tools” at Adobe Stock.',
  aiKeyword: null,
  enlargingAdvice: 'Adobe Stock asks not to enlarge photographs.',
  // A PNG is for images with a transparent background.
  types: ['jpg', 'png'],
  minMegapixels: 4,
  maxMegapixels: 100,
  minEdge: null,
  maxEdge: null,
  minBytes: null,
  maxBytes: 45 * MEGABYTE,
  // The page says at most 30, but used to say fewer than 30. Short names have at most 29.
  maxFileNameLength: 30,
  needsTexts: false,
  title: { minWords: 1, maxLength: 70, allowsCommas: false, characters: 'letters' },
  // One page says 50, the upload form 49. Dropping the least relevant keyword is the safe choice.
  keywords: { min: 5, max: 50, written: 49, characters: 'letters' },
  refusesNames: true,
  isEnglishOnly: false,
  categories: 'adobe-stock',
  csv: {
    suffix: '_adobe_stock.csv',
    delimiter: ',',
    hasByteOrderMark: true,
    keywordSeparator: ', ',
    columns: [
      { header: 'Filename', value: 'fileName' },
      { header: 'Title', value: 'title' },
      { header: 'Keywords', value: 'keywords' },
      { header: 'Category', value: 'category' },
      { header: 'Releases', value: 'constant', text: '' },
    ],
  },
  facts: {
    ai: said('Adobe, “Generative AI content guidelines” (June 11, 2026)'),
    enlarging: said(PHOTOS),
    types: said('Adobe, “Submit PNGs to Adobe Stock” (June 11, 2026)'),
    minMegapixels: said(PHOTOS),
    maxMegapixels: said(PHOTOS),
    maxBytes: said(PHOTOS),
    fileName: said(CSV),
    title: said(CSV),
    keywords: said(CSV),
    names: readOn('2026-11-28').said(
      'https://helpx.adobe.com/stock/contributor/submit-your-content/submit-generative-ai-content/generative-ai-content-guidelines.html',
    ),
    language: assumed('No document found that asks for English: the contributor chooses the language'),
    texts: said(PHOTOS),
    categories: said(CSV),
    csv: said(CSV),
  },
};
