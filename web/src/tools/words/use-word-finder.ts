import type { NamedWord } from '@portal/contracts/words/find-named-words';
import { useMemo } from 'react';
import { useLateCode } from '../../ui/use-late-code.ts';

export type WordFinder = (text: string) => readonly NamedWord[];

const NONE: readonly NamedWord[] = [];
const findNothing: WordFinder = () => NONE;

/** Finds nothing until the lists have loaded: no page needs them for its first screen. */
export const useWordFinder = (isNeeded: boolean): WordFinder =>
  useLateCode('named-words', () => import('@portal/contracts/words/find-named-words'), { isNeeded })
    ?.findNamedWords ?? findNothing;

export function useNamedWords(text: string): readonly NamedWord[] {
  const find = useWordFinder(text !== '');
  return useMemo(() => find(text), [find, text]);
}
