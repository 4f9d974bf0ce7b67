/** Edits a list of words or short phrases. */
import { MAX_KEYWORD_LENGTH } from '@portal/contracts/keyword-generator';

const SEPARATORS = /[,;\n\t]+/;

/** 'Fox' and 'fox' are duplicates. */
const fold = (word: string): string => word.toLowerCase();

const normalize = (word: string): string => word.trim().replaceAll(/\s+/g, ' ');

/** Appends typed or pasted words. `rest` has those over the limit or too long. */
export function addWords(
  words: readonly string[],
  typed: string,
  maxWords: number,
): { words: string[]; rest: string } {
  const next = [...words];
  const known = new Set(words.map(fold));
  const rest: string[] = [];
  for (const word of typed.split(SEPARATORS).map(normalize)) {
    if (word === '' || known.has(fold(word))) continue;
    if (next.length >= maxWords || word.length > MAX_KEYWORD_LENGTH) {
      rest.push(word);
      continue;
    }
    known.add(fold(word));
    next.push(word);
  }
  return { words: next, rest: rest.join(', ') };
}

/** Replaces a word, or removes it if the new one is empty or a duplicate. */
export function replaceWord(words: readonly string[], index: number, typed: string): string[] {
  const word = normalize(typed.replaceAll(',', ' ')).slice(0, MAX_KEYWORD_LENGTH);
  const others = words.toSpliced(index, 1);
  if (word === '' || others.some((other) => fold(other) === fold(word))) return others;
  return words.with(index, word);
}

/** Clamps `to` to the list. */
export function moveWord(words: readonly string[], from: number, to: number): string[] {
  const word = words[from];
  if (word === undefined) return [...words];
  return words.toSpliced(from, 1).toSpliced(Math.max(to, 0), 0, word);
}
