import type { StackCell } from '../checks/arrange-stacks.ts';
import { MAX_COMPARED } from './use-compare.ts';

/** What a grid compares: the selected pictures, or the best ones of the current picture's stack. */
export function listCompared<Picture extends { key: string }>(
  current: StackCell<Picture>,
  selected: readonly Picture[],
): readonly Picture[] {
  const stack = current.part?.pictures ?? [];
  const keys = new Set(stack.map(({ key }) => key));
  const isInStack = selected.every(({ key }) => keys.has(key));
  const isStack = isInStack && (selected.length < 2 || selected.length === stack.length);
  return isStack ? stack.slice(0, MAX_COMPARED) : selected;
}
