import {
  MAX_KEYWORD_LENGTH,
  type KeywordLanguage,
  type KeywordOptions,
} from '@portal/contracts/keyword-generator';
import { hasBrand } from './brand-names.ts';
import { cleanText } from './clean-text.ts';
import { hasWords, listComparisonKeys } from './compare-words.ts';
import { isFileTerm } from './file-terms.ts';

/** Keywords beyond this are ignored. */
const MAX_READ = 500;
const MAX_READ_LENGTH = 1_000;
/** How many of the model's keywords come before those that must appear. */
const LEADING = 5;
/** Agencies refuse a picture with fewer: Shutterstock 7, Adobe Stock 5. */
const MIN_FOR_AGENCIES = 7;
/** A keyword with the words of a shorter title is a subject, such as "red boat". */
const MIN_TITLE_WORDS = 4;

type CleaningOptions = Pick<KeywordOptions, 'keywordCount' | 'language' | 'mustAppear' | 'mustNotAppear'>;

/**
 * Cleans keywords: lower case, no punctuation, no near duplicates, no brands, most relevant first, and following the person's options.
 * Those that must appear stay, whatever they are.
 */
export function cleanKeywords(given: readonly unknown[], options: CleaningOptions, title: string): string[] {
  const { language, keywordCount, mustNotAppear } = options;
  const read = (keywords: readonly unknown[]) =>
    keywords
      .slice(0, MAX_READ)
      .flatMap((keyword) => splitKeywords(keyword, language))
      .filter((keyword) => !mustNotAppear.some((word) => hasWords(keyword, word, language)));

  const required = dropNearDuplicates(read(options.mustAppear), language).slice(0, keywordCount);
  const fitting = dropUnfit(preferSpelling(read(given), required, language), { required, title, language });
  const own = dropNearDuplicates(fitting, language, Math.min(MIN_FOR_AGENCIES, keywordCount));
  const missing = required.filter((requiredKeyword) => !own.includes(requiredKeyword));
  const all = [...own.slice(0, LEADING), ...missing, ...own.slice(LEADING)];
  let room = keywordCount - required.length;
  return all.filter((keyword) => {
    if (required.includes(keyword)) return true;
    room -= 1;
    return room >= 0;
  });
}

/** One text may contain several: models list them with commas. */
function splitKeywords(given: unknown, language: KeywordLanguage): string[] {
  if (typeof given !== 'string') return [];
  return cleanText(given.slice(0, MAX_READ_LENGTH))
    .split(/[,;|，、；]/u)
    .map((text) => cleanKeyword(text, language))
    .filter((keyword) => keyword !== '' && keyword.length <= MAX_KEYWORD_LENGTH);
}

/** Keeps hyphens and apostrophes inside words. */
const cleanKeyword = (text: string, language: KeywordLanguage): string =>
  text
    .toLocaleLowerCase(language === 'Turkish' ? 'tr' : 'en')
    .normalize('NFC')
    .replaceAll(/[’ʼ]/gu, "'")
    .replaceAll(/[‐‑]/gu, '-')
    .replaceAll(/'s(?![\p{L}\p{N}])/gu, 's')
    .replaceAll(/[^\p{L}\p{M}\p{N}'-]+/gu, ' ')
    .replaceAll(/(?<![\p{L}\p{M}\p{N}])['-]+|['-]+(?![\p{L}\p{N}])/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();

/** All of them if none would be left: an answer is not paid for again because of them. */
function dropUnfit(
  keywords: readonly string[],
  { required, title, language }: { required: readonly string[]; title: string; language: KeywordLanguage },
): string[] {
  const [titleKey = ''] =
    title.split(' ').length < MIN_TITLE_WORDS ? [] : listComparisonKeys(title, language);
  const fit = keywords.filter(
    (keyword) =>
      required.includes(keyword) ||
      (!hasBrand(keyword) && !isFileTerm(keyword) && listComparisonKeys(keyword, language)[0] !== titleKey),
  );
  return fit.length > 0 ? fit : [...keywords];
}

/** Keeps the first, and the second of some if there would be fewer than `min` without them. */
function dropNearDuplicates(keywords: readonly string[], language: KeywordLanguage, min = 0): string[] {
  const seen = new Set<string>();
  const different = new Set(
    keywords.filter((keyword) => {
      const keys = listComparisonKeys(keyword, language);
      const isNew = !keys.some((key) => seen.has(key));
      for (const key of keys) seen.add(key);
      return isNew;
    }),
  );
  const distinct = [...new Set(keywords)];
  if (distinct.length < min) return [...different];
  const missing = Math.max(0, min - different.size);
  const restored = new Set(distinct.filter((keyword) => !different.has(keyword)).slice(0, missing));
  return distinct.filter((keyword) => different.has(keyword) || restored.has(keyword));
}

/** Uses the person's spelling for a keyword that nearly equals a required one. */
function preferSpelling(keywords: readonly string[], required: readonly string[], language: KeywordLanguage) {
  const spellings = new Map(
    required.flatMap((requiredKeyword) =>
      listComparisonKeys(requiredKeyword, language).map((key) => [key, requiredKeyword] as const),
    ),
  );
  return keywords.map(
    (keyword) =>
      listComparisonKeys(keyword, language)
        .map((key) => spellings.get(key))
        .find((spelling) => spelling !== undefined) ?? keyword,
  );
}
