import {
  MAX_KEYWORD_LENGTH,
  type KeywordLanguage,
  type KeywordOptions,
} from '@portal/contracts/keyword-generator';
import { findNamedWords } from '@portal/contracts/words/find-named-words';
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
 * Cleans keywords: lower case, no punctuation, no near duplicates, no names that agencies refuse, most relevant first, and following the
 * person's options. Those that must appear stay, whatever they are.
 */
export function cleanKeywords(given: readonly unknown[], options: CleaningOptions, title: string): string[] {
  const { language, keywordCount, mustNotAppear } = options;
  const read = (keywords: readonly unknown[]) =>
    keywords
      .slice(0, MAX_READ)
      .flatMap((keyword) => splitKeywords(keyword, language))
      .filter((keyword) => !mustNotAppear.some((word) => hasWords(keyword, word, language)));

  const required = dropNearDuplicates(read(options.mustAppear), language).slice(0, keywordCount);
  const min = Math.min(MIN_FOR_AGENCIES, keywordCount);
  const own = dropUnfit(preferSpelling(read(given), required, language), { required, title, language, min });
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

interface Fitness {
  required: readonly string[];
  title: string;
  language: KeywordLanguage;
  min: number;
}

/** Drops near duplicates and names, and what says nothing about the picture unless agencies would refuse it for too few. */
function dropUnfit(keywords: readonly string[], { required, title, language, min }: Fitness): string[] {
  const [titleKey = ''] =
    title.split(' ').length < MIN_TITLE_WORDS ? [] : listComparisonKeys(title, language);
  const isAllowed = (keyword: string) => required.includes(keyword) || !hasName(keyword);
  const isUseful = (keyword: string) =>
    required.includes(keyword) ||
    (!isFileTerm(keyword) && listComparisonKeys(keyword, language)[0] !== titleKey);

  const allowed = dropNearDuplicates(keywords.filter(isAllowed), language);
  const missing = allowed.length < min ? 0 : Math.max(0, min - allowed.filter(isUseful).length);
  const spare = new Set(allowed.filter((keyword) => !isUseful(keyword)).slice(0, missing));
  const fit = allowed.filter((keyword) => isUseful(keyword) || spare.has(keyword));
  // An answer without any would be paid for again.
  return fit.length > 0 ? fit : dropNearDuplicates(keywords, language);
}

/** Of a brand, an artist or a character. What is forbidden only for AI pictures may be in a photograph. */
const hasName = (keyword: string): boolean =>
  findNamedWords(keyword).some(({ kind }) => kind !== 'forbidden');

function dropNearDuplicates(keywords: readonly string[], language: KeywordLanguage): string[] {
  const seen = new Set<string>();
  return keywords.filter((keyword) => {
    const keys = listComparisonKeys(keyword, language);
    const isNew = !keys.some((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    return isNew;
  });
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
