import type { ListedPrompt } from '@portal/contracts/generation-request';
import { useDeferredValue, useMemo } from 'react';
import { useWordFinder, type WordFinder } from '../words/use-word-finder.ts';

/** Words of prompts that agencies refuse. */
export function useNamedPrompts(prompts: readonly ListedPrompt[]) {
  const find = useWordFinder(prompts.length > 0);
  const findWords = useMemo(() => remember(find), [find]);
  // Typing stays smooth while a long list is read.
  const settled = useDeferredValue(prompts);
  const named = useMemo(
    () => settled.flatMap((prompt, index) => (findWords(prompt).length > 0 ? [index] : [])),
    [settled, findWords],
  );
  return { findWords, count: named.length, first: named[0] };
}

/** An edit replaces one prompt of a thousand: the others are not read again. */
function remember(find: WordFinder): (prompt: ListedPrompt) => ReturnType<WordFinder> {
  const known = new WeakMap<ListedPrompt, ReturnType<WordFinder>>();
  return (prompt) => {
    const words = known.get(prompt) ?? find(prompt.prompt);
    known.set(prompt, words);
    return words;
  };
}
