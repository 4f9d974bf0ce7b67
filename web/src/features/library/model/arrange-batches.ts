import { findStacks, sortBySharpness } from '../../../pictures/checks/find-stacks.ts';
import type { StackView } from '../../../pictures/checks/stack-view.ts';
import type { ShownBatch } from './list-rows.ts';

/** Sorts and stacks the pictures of each batch. The page stays in order of batches, so alike pictures of two batches are two cells. */
export function arrangeBatches(
  batches: readonly ShownBatch[],
  { isStacked, likeness, isSharpestFirst }: StackView,
): readonly ShownBatch[] {
  if (!isStacked && !isSharpestFirst) return batches;
  return batches.map((shown) => ({
    ...shown,
    ...(isSharpestFirst && { pictures: sortBySharpness(shown.pictures) }),
    // In the order of the batch: sorting does not change what is in a stack.
    ...(isStacked && { stacks: findStacks(shown.pictures, likeness) }),
  }));
}
