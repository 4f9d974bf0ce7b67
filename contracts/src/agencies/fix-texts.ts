import { foldLatin } from '../keyword-file-names.ts';
import type { KeywordLanguage, KeywordTexts } from '../keyword-generator.ts';
import { MAX_AGENCY_KEYWORD_LENGTH, type Agency } from './agency.ts';
import { REJECTED } from './character-sets.ts';
import { areNamesRefused, findNames, type JudgedTexts } from './find-named-word-problems.ts';
import { countCharacters } from './find-text-problems.ts';

/** Small words that a shortened title must not end with. */
const DANGLING = /[\s.,:;-]+(?:a|an|and|at|by|for|from|in|of|on|or|the|to|with)?$/i;

/** Fixes what can be fixed without seeing the image. */
export function fixTexts(texts: JudgedTexts, agency: Agency, language: KeywordLanguage): KeywordTexts {
  const { title: titleRules, keywords: keywordRules } = agency;
  const inTitle = REJECTED[titleRules.characters].title;
  const rejected = titleRules.allowsCommas ? [inTitle] : [inTitle, /,/g];
  const title = shorten(makePlain(texts.seo_image_title, rejected, agency, language), titleRules.maxLength);
  const plain = texts.keywords
    .map((keyword) => makePlain(keyword, [REJECTED[keywordRules.characters].keyword], agency, language))
    .filter((keyword) => keyword !== '' && countCharacters(keyword) <= MAX_AGENCY_KEYWORD_LENGTH);
  const keywords = new Set(areNamesRefused(texts, agency) ? dropNames(plain, texts, agency) : plain);
  return {
    seo_image_title: title || texts.seo_image_title,
    seo_description: texts.seo_description,
    category: texts.category,
    keywords: keywords.size === 0 ? texts.keywords : [...keywords].slice(0, keywordRules.max),
  };
}

/** All of them stay if too few would be left. */
function dropNames(keywords: readonly string[], texts: JudgedTexts, { keywords: { min } }: Agency) {
  const unnamed = keywords.filter((keyword) => findNames(keyword, texts).length === 0);
  return unnamed.length < min ? keywords : unnamed;
}

function makePlain(
  text: string,
  rejected: readonly RegExp[],
  agency: Pick<Agency, 'title'>,
  language: KeywordLanguage,
): string {
  let plain = text.normalize('NFC');
  // Accented letters are rejected, and a plain letter is better than a gap.
  if (agency.title.characters === 'ascii') plain = foldLatin(plain);
  plain = plain.replaceAll(/[‘’]/g, "'").replaceAll(/[–—]/g, '-');
  if (language === 'English') plain = plain.replaceAll(/\s*&\s*/g, ' and ');
  // 1,000 is one number.
  if (!agency.title.allowsCommas) plain = plain.replaceAll(/(?<=\d),(?=\d{3})/g, '');
  for (const characters of rejected) plain = plain.replaceAll(characters, ' ');
  return plain
    .replaceAll(/\s+([.,:;!?])(?=\s|$)/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Cuts between words if possible, else between characters. */
function shorten(title: string, maxLength: number): string {
  const characters = Array.from(title);
  if (characters.length <= maxLength) return title;
  const start = characters.slice(0, maxLength + 1).join('');
  const end = start.lastIndexOf(' ');
  let short = end > 0 ? start.slice(0, end) : characters.slice(0, maxLength).join('');
  while (DANGLING.test(short)) short = short.replace(DANGLING, '');
  return short;
}
