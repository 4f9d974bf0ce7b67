/** How this tab arranges pictures, until it is closed. */
import { DEFAULT_LIKENESS } from '@portal/contracts/likeness';
import { useState } from 'react';
import { z } from 'zod';
import { readStored, writeIfPossible } from '../../client/browser-storage.ts';

const NAME = 'stack-view';
export const MIN_LIKENESS = 0.4;
export const MAX_LIKENESS = 1;

const StackViewSchema = z.object({
  isStacked: z.boolean(),
  likeness: z.number().min(MIN_LIKENESS).max(MAX_LIKENESS),
  isSharpestFirst: z.boolean(),
});
export type StackView = z.infer<typeof StackViewSchema>;

const DEFAULT_VIEW: StackView = { isStacked: false, likeness: DEFAULT_LIKENESS, isSharpestFirst: false };

export function useStackView(): [StackView, (changes: Partial<StackView>) => void] {
  const [view, setView] = useState(() => readStored(sessionStorage, NAME, StackViewSchema) ?? DEFAULT_VIEW);
  const change = (changes: Partial<StackView>) => {
    const next = { ...view, ...changes };
    setView(next);
    writeIfPossible(sessionStorage, NAME, next);
  };
  return [view, change];
}
