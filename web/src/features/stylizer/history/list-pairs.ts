import { isActive, type ItemFailure } from '@portal/contracts/batches';
import type { StylizerBatch, StylizerResult } from '@portal/contracts/stylizer';
import { GAP_PX } from '../../../shared/batches/list-slots.ts';

/** An image before and after. */
export interface Pair {
  result: StylizerResult;
  /** Why there is no styled image. */
  failure: ItemFailure | undefined;
  /** Of the styled image. */
  placeholder: string | undefined;
}

/** Omits cancelled images once the batch has ended. */
export function listPairs({
  status,
  results,
  failures,
  placeholders,
}: Pick<StylizerBatch, 'status' | 'results' | 'failures' | 'placeholders'>): Pair[] {
  const failed = new Map(failures.map((failure) => [failure.index, failure]));
  return results
    .filter((result) => isActive(status) || result.status !== 'cancelled')
    .map((result) => ({
      result,
      failure: failed.get(result.index),
      placeholder: placeholders?.[result.index],
    }));
}

const MIN_COLUMNS = 2;

/** How many pairs fit in a row, and how many show before 'Show more'. Fewer pairs are shown larger. */
export function arrangePairs(width: number, total: number): { columns: number; shown: number } {
  const side = total <= 24 ? 76 : 64;
  const maxColumns = Math.floor((width + GAP_PX) / (2 * side + GAP_PX));
  const columns = Math.max(Math.min(idealColumns(total, maxColumns), maxColumns), MIN_COLUMNS);
  const capacity = columns * (columns === MIN_COLUMNS ? 3 : 2);
  return { columns, shown: total <= capacity ? total : capacity - 1 };
}

/** A few pairs go in one row if they fit, else in even rows. */
function idealColumns(total: number, maxColumns: number): number {
  if (total <= 4) return total <= maxColumns ? total : MIN_COLUMNS;
  return total <= 6 ? 3 : maxColumns;
}
