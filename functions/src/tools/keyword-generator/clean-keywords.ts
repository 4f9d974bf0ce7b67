import {
  MOST_KEYWORD_LENGTH,
  type KeywordLanguage,
  type KeywordOptions,
} from '@portal/contracts/keyword-generator';
import { cleanText } from './clean-text.ts';
import { hasWords, listLikenesses } from './compare-words.ts';

/** More than these are not looked at. */
const MOST_READ = 500;
const MOST_READ_LENGTH = 1_000;
/** So many of a picture's own keywords stay in front of those that must appear. */
const LEADING = 5;

type Wishes = Pick<KeywordOptions, 'keywordCount' | 'language' | 'mustAppear' | 'mustNotAppear'>;

/**
 * The keywords as they are shown: in lower case, without punctuation, no two nearly the same, the most relevant first, and
 * as the person wished.
 */
export function cleanKeywords(given: readonly unknown[], wishes: Wishes): string[] {
  const { language, keywordCount, mustNotAppear } = wishes;
  const read = (keywords: readonly unknown[]) =>
    keywords
      .slice(0, MOST_READ)
      .flatMap((keyword) => splitKeywords(keyword, language))
      .filter((keyword) => !mustNotAppear.some((word) => hasWords(keyword, word, language)));

  const musts = dropLikenesses(read(wishes.mustAppear), language).slice(0, keywordCount);
  const own = dropLikenesses(preferSpelling(read(given), musts, language), language);
  const missing = musts.filter((must) => !own.includes(must));
  const all = [...own.slice(0, LEADING), ...missing, ...own.slice(LEADING)];
  let room = keywordCount - musts.length;
  return all.filter((keyword) => {
    if (musts.includes(keyword)) return true;
    room -= 1;
    return room >= 0;
  });
}

/** Of one text there may be several: models list them with commas. */
function splitKeywords(given: unknown, language: KeywordLanguage): string[] {
  if (typeof given !== 'string') return [];
  return cleanText(given.slice(0, MOST_READ_LENGTH))
    .split(/[,;|，、；]/u)
    .map((text) => cleanKeyword(text, language))
    .filter((keyword) => keyword !== '' && keyword.length <= MOST_KEYWORD_LENGTH);
}

/** Hyphens and apostrophes stay within a word, where spelling asks for them. */
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

function dropLikenesses(keywords: readonly string[], language: KeywordLanguage): string[] {
  const seen = new Set<string>();
  return keywords.filter((keyword) => {
    const likenesses = listLikenesses(keyword, language);
    const isNew = !likenesses.some((likeness) => seen.has(likeness));
    for (const likeness of likenesses) seen.add(likeness);
    return isNew;
  });
}

/** A keyword that is nearly one that must appear stands as the person wrote it. */
function preferSpelling(keywords: readonly string[], musts: readonly string[], language: KeywordLanguage) {
  const spellings = new Map(
    musts.flatMap((must) => listLikenesses(must, language).map((likeness) => [likeness, must] as const)),
  );
  return keywords.map(
    (keyword) =>
      listLikenesses(keyword, language)
        .map((likeness) => spellings.get(likeness))
        .find((spelling) => spelling !== undefined) ?? keyword,
  );
}
