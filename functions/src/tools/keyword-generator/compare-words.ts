import type { KeywordLanguage } from '@portal/contracts/keyword-generator';
import { stemEnglish } from './stem-english.ts';

/** Letters that Unicode does not decompose, and how they are written without them. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = { ı: 'i', ł: 'l', ø: 'o', đ: 'd', ß: 'ss' };

/** Do not make another keyword: "cup of coffee" and "coffee cup". */
const FILLERS: Partial<Record<KeywordLanguage, ReadonlySet<string>>> = {
  English: new Set(['a', 'an', 'the', 'of', 'and']),
};

/**
 * The same stem for singular and plural, for comparison only. By endings: Polish and Czech have too many, and Chinese,
 * Japanese and Korean none.
 */
const STEMS: Partial<Record<KeywordLanguage, (word: string) => string>> = {
  English: stemEnglish,
  German: (word) => cutEnding(word, /(?:en|e|n|s)$/),
  Dutch: (word) => cutEnding(word, /(?:en|s)$/),
  French: (word) => cutEnding(word, /[sx]$/),
  Spanish: (word) => cutEnding(word.replace(/ces$/, 'z'), /(?:es|s|e)$/),
  Portuguese: (word) => cutEnding(word.replace(/oes$/, 'ao'), /(?:es|s|e)$/),
  Italian: (word) => cutEnding(word, /[ieo]$/),
  Turkish: (word) => cutEnding(word, /(?:lar|ler)$/),
};

const MIN_STEM_LENGTH = 3;

function cutEnding(word: string, ending: RegExp): string {
  const stem = word.replace(ending, '');
  return stem.length < MIN_STEM_LENGTH ? word : stem;
}

const stemOf = (language: KeywordLanguage) => STEMS[language] ?? ((word: string) => word);

/** The words of a text without case and diacritics, for comparison. */
const splitWords = (text: string): string[] =>
  foldLetters(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');

/** Without plural, too. */
export const splitStems = (text: string, language: KeywordLanguage): string[] =>
  splitWords(text).map(stemOf(language));

const foldLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    // Only for Latin letters: か and が are different.
    .replaceAll(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .replaceAll(/[ıłøđß]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .normalize('NFC');

/** Whether a text contains a word or consecutive words; in scripts without spaces, the characters. */
export function hasWords(text: string, wanted: string, language: KeywordLanguage): boolean {
  const words = splitStems(wanted, language);
  if (words.length === 0) return false;
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(wanted)) {
    return splitStems(text, language).join('').includes(words.join(''));
  }
  return ` ${splitStems(text, language).join(' ')} `.includes(` ${words.join(' ')} `);
}

/** Near duplicates share a key: the same words in any order or joined, without articles. */
export function listComparisonKeys(keyword: string, language: KeywordLanguage): string[] {
  const all = splitWords(keyword);
  const telling = all.filter((word) => FILLERS[language]?.has(word) !== true);
  const words = telling.length > 0 ? telling : all;
  const stem = stemOf(language);
  return [words.map(stem).toSorted().join(' '), stem(words.join(''))];
}
