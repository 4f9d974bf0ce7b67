import { foldLatin } from '@portal/contracts/keyword-file-names';
import type { KeywordLanguage, KeywordTexts } from '@portal/contracts/keyword-generator';
import { MOST_AGENCY_KEYWORD_LENGTH, type Agency } from './agencies.ts';
import { countCharacters } from './find-text-problems.ts';

/** Small words that a title must not end in once it was cut. */
const DANGLING = /[\s.,:;-]+(?:a|an|and|at|by|for|from|in|of|on|or|the|to|with)?$/i;

/** The texts with what can be put right without knowing the picture put right; what cannot stays. */
export function mendTexts(texts: KeywordTexts, agency: Agency, language: KeywordLanguage): KeywordTexts {
  const refused = agency.takesCommasInTitle ? [agency.refusedInTitle] : [agency.refusedInTitle, /,/g];
  const title = shorten(makePlain(texts.seo_image_title, refused, agency, language), agency.mostTitleLength);
  const keywords = new Set(
    texts.keywords
      .map((keyword) => makePlain(keyword, [agency.refusedInKeyword], agency, language))
      .filter((keyword) => keyword !== '' && countCharacters(keyword) <= MOST_AGENCY_KEYWORD_LENGTH),
  );
  return {
    seo_image_title: title || texts.seo_image_title,
    seo_description: texts.seo_description,
    category: texts.category,
    keywords: keywords.size === 0 ? texts.keywords : [...keywords].slice(0, agency.mostKeywords),
  };
}

function makePlain(
  text: string,
  refused: readonly RegExp[],
  agency: Agency,
  language: KeywordLanguage,
): string {
  let plain = text.normalize('NFC');
  // Takes no letter with an accent, and a letter is better than a gap.
  if (agency.isEnglishOnly) plain = foldLatin(plain);
  plain = plain.replaceAll(/[‘’]/g, "'").replaceAll(/[–—]/g, '-');
  if (language === 'English') plain = plain.replaceAll(/\s*&\s*/g, ' and ');
  // 1,000 is one number.
  if (!agency.takesCommasInTitle) plain = plain.replaceAll(/(?<=\d),(?=\d{3})/g, '');
  for (const characters of refused) plain = plain.replaceAll(characters, ' ');
  return plain
    .replaceAll(/\s+([.,:;!?])(?=\s|$)/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Between words where there are any, else between characters. */
function shorten(title: string, most: number): string {
  const characters = Array.from(title);
  if (characters.length <= most) return title;
  const start = characters.slice(0, most + 1).join('');
  const end = start.lastIndexOf(' ');
  let short = end > 0 ? start.slice(0, end) : characters.slice(0, most).join('');
  while (DANGLING.test(short)) short = short.replace(DANGLING, '');
  return short;
}
