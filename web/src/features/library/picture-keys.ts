import type { Targets } from '../../ui/selection/grid-keys.ts';
import { findVertical, type Row } from './model/list-rows.ts';

/** Where keys move the focus from a picture. At an end it stays, so that the page does not scroll instead. */
export function listTargets(
  rows: readonly Row[],
  order: readonly string[],
  current: string,
): Targets<string> {
  const index = order.indexOf(current);
  return {
    ArrowLeft: () => order[index - 1] ?? current,
    ArrowRight: () => order[index + 1] ?? current,
    ArrowUp: () => findVertical(rows, current, -1) ?? current,
    ArrowDown: () => findVertical(rows, current, 1) ?? current,
    Home: () => order[0] ?? current,
    End: () => order.at(-1) ?? current,
  };
}
