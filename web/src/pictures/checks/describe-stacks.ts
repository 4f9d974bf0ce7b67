import { countOf, formatCount } from '../../ui/count.ts';
import type { Stack } from './find-stacks.ts';

/** '60 pictures, 12 of them in 3 stacks'. What stacks hide is counted. */
export function describeStacks(total: string, stacks: readonly Stack<unknown>[]): string {
  const count = stacks.reduce((sum, { pictures }) => sum + pictures.length, 0);
  return count === 0
    ? `${total}, none of them alike`
    : `${total}, ${formatCount(count)} of them in ${countOf(stacks.length, 'stack')}`;
}
