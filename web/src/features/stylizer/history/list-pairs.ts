import { isActive, type ItemFailure } from '@portal/contracts/batches';
import type { StylizerBatch, StylizerResult } from '@portal/contracts/stylizer';
import { GAP_PX } from '../../../pictures/batches/list-slots.ts';
import type { PictureSize } from '../../../pictures/batches/picture-size.ts';

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

/** Pixels of a side for up to 24 and for more pairs, and the least columns of a narrow strip. */
const SIZES: Record<PictureSize, { sides: readonly [some: number, many: number]; minColumns: number }> = {
  small: { sides: [76, 64], minColumns: 2 },
  medium: { sides: [112, 96], minColumns: 2 },
  large: { sides: [168, 144], minColumns: 1 },
};

/** How many pairs fit in a row, and how many show before 'Show more'. Fewer pairs are shown larger. */
export function arrangePairs(
  width: number,
  total: number,
  size: PictureSize,
): { columns: number; shown: number } {
  const { sides, minColumns } = SIZES[size];
  const side = sides[total <= 24 ? 0 : 1];
  const maxColumns = Math.floor((width + GAP_PX) / (2 * side + GAP_PX));
  const columns = Math.max(Math.min(idealColumns(total, maxColumns, minColumns), maxColumns), minColumns);
  const capacity = columns * (columns <= 2 ? 3 : 2);
  return { columns, shown: total <= capacity ? total : capacity - 1 };
}

/** A few pairs go in one row if they fit, else in even rows. */
function idealColumns(total: number, maxColumns: number, minColumns: number): number {
  if (total <= 4) return total <= maxColumns ? total : minColumns;
  return total <= 6 ? 3 : maxColumns;
}
