/** Extracts meaningful words from a file name or a context. */
import { translate } from './words.ts';
import type { Language } from './languages.ts';

/** Generic file names and function words. */
const empty = new Set(
  `img image images dsc dscn dscf pxl photo photos picture pictures pic screenshot scan copy final edited untitled
whatsapp new jpg jpeg png webp gif the and with for from our are this that these those all was were has have not into
of to in on at by is it as an or be der die das und mit von für les des une avec pour los las con para`.split(
    /\s+/,
  ),
);
const MAX_WORDS = 8;

export function readFileWords(fileName: string): string[] {
  return readWords(fileName.replace(/\.[a-z0-9]{2,5}$/i, ''));
}

export function readWords(text: string): string[] {
  const words = text
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => (isLatin(word) ? word.length > 2 && !empty.has(word) : word !== ''));
  return [...new Set(words)].slice(0, MAX_WORDS);
}

/** Translates words; drops those that the language's alphabet cannot write. */
export function putInto(words: readonly string[], language: Language): string[] {
  return words.flatMap(
    (word) => translate(word, language) ?? (isLatin(word) === language.isLatin ? [word] : []),
  );
}

const isLatin = (word: string) => /^[\p{Script=Latin}\p{M}]*$/u.test(word);
