import { isActive, type ItemFailure } from '@portal/contracts/batches';
import type { StylizerBatch, StylizerResult } from '@portal/contracts/stylizer';
import { GAP_PX } from '../../../shared/batches/list-slots.ts';

/** A picture before and after. */
export interface Pair {
  result: StylizerResult;
  /** Why there is no after. */
  failure: ItemFailure | undefined;
}

/** Without what was cancelled, once the batch has ended. */
export function listPairs({
  status,
  results,
  failures,
}: Pick<StylizerBatch, 'status' | 'results' | 'failures'>): Pair[] {
  const failed = new Map(failures.map((failure) => [failure.index, failure]));
  return results
    .filter((result) => isActive(status) || result.status !== 'cancelled')
    .map((result) => ({ result, failure: failed.get(result.index) }));
}

const FEWEST_COLUMNS = 2;

/** How many pairs stand in a row, and how many are shown before the rest is asked for: few pictures are large ones. */
export function arrangePairs(width: number, total: number): { columns: number; shown: number } {
  const side = total <= 24 ? 76 : 64;
  const room = Math.floor((width + GAP_PX) / (2 * side + GAP_PX));
  const columns = Math.max(Math.min(countWanted(total, room), room), FEWEST_COLUMNS);
  const capacity = columns * (columns === FEWEST_COLUMNS ? 3 : 2);
  return { columns, shown: total <= capacity ? total : capacity - 1 };
}

/** Few stand in one row, if there is room, else in even ones. */
function countWanted(total: number, room: number): number {
  if (total <= 4) return total <= room ? total : FEWEST_COLUMNS;
  return total <= 6 ? 3 : room;
}
