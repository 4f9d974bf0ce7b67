/** Lists of words and short phrases, as a person edits them. */
import { MOST_KEYWORD_LENGTH } from '@portal/contracts/keyword-generator';

const SEPARATORS = /[,;\n\t]+/;

/** For a comparison: 'Fox' is there when 'fox' is. */
const fold = (word: string): string => word.toLowerCase();

const tidy = (word: string): string => word.trim().replaceAll(/\s+/g, ' ');

/** What was typed or pasted, put to the end; `left` is what could not be taken, for the person to see. */
export function addWords(
  words: readonly string[],
  typed: string,
  most: number,
): { words: string[]; left: string } {
  const next = [...words];
  const known = new Set(words.map(fold));
  const left: string[] = [];
  for (const word of typed.split(SEPARATORS).map(tidy)) {
    if (word === '' || known.has(fold(word))) continue;
    if (next.length >= most || word.length > MOST_KEYWORD_LENGTH) {
      left.push(word);
      continue;
    }
    known.add(fold(word));
    next.push(word);
  }
  return { words: next, left: left.join(', ') };
}

/** One word in the place of another; of none, or of one that is there already, only the other goes. */
export function replaceWord(words: readonly string[], index: number, typed: string): string[] {
  const word = tidy(typed.replaceAll(',', ' ')).slice(0, MOST_KEYWORD_LENGTH);
  const others = words.toSpliced(index, 1);
  if (word === '' || others.some((other) => fold(other) === fold(word))) return others;
  return words.with(index, word);
}

/** As far as there is room. */
export function moveWord(words: readonly string[], from: number, to: number): string[] {
  const word = words[from];
  if (word === undefined) return [...words];
  return words.toSpliced(from, 1).toSpliced(Math.max(to, 0), 0, word);
}
