import type { KeywordLanguage } from '@portal/contracts/keyword-generator';

/** Letters that Unicode does not decompose, and how they are written without them. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = { ı: 'i', ł: 'l', ø: 'o', đ: 'd', ß: 'ss' };

const IRREGULAR_PLURALS = new Map([
  ['men', 'man'],
  ['women', 'woman'],
  ['children', 'child'],
  ['feet', 'foot'],
  ['teeth', 'tooth'],
  ['mice', 'mouse'],
  ['geese', 'goose'],
]);
const SINGULARS_WITH_S = new Set([
  'lens',
  'canvas',
  'christmas',
  'atlas',
  'gas',
  'bias',
  'chaos',
  'news',
  'series',
]);

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

function stemEnglish(word: string): string {
  const odd = IRREGULAR_PLURALS.get(word);
  if (odd !== undefined) return odd;
  if (word.length <= MIN_STEM_LENGTH || SINGULARS_WITH_S.has(word) || /(?:ss|us|is)$/.test(word)) return word;
  return word.replace(/s$/, '').replace(/ie$/, 'y').replace(/e$/, '').replace(/f$/, 'v');
}

/** The words of a text without case, diacritics and plural, for comparison. */
function splitWords(text: string, language: KeywordLanguage): string[] {
  const stem = STEMS[language] ?? ((word) => word);
  return foldLetters(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .map(stem);
}

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
  const words = splitWords(wanted, language);
  if (words.length === 0) return false;
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(wanted)) {
    return splitWords(text, language).join('').includes(words.join(''));
  }
  return ` ${splitWords(text, language).join(' ')} `.includes(` ${words.join(' ')} `);
}

/** Near duplicates share a key: the same words in any order, or joined. */
export function listComparisonKeys(keyword: string, language: KeywordLanguage): string[] {
  const words = splitWords(keyword, language);
  return [words.toSorted().join(' '), words.join('')];
}
