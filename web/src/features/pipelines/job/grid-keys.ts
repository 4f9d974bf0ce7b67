import type { Targets } from '../../../ui/selection/grid-keys.ts';

export interface Place {
  row: number;
  lane: number;
}

/** What a grid does for the page around it. */
export interface GridHandle {
  /** Scrolls to the cell if it is out of sight. */
  focusCell: (cell: Place & { key: string }) => void;
}

const PAGE_ROWS = 5;

/** Where keys move the focus in a grid of so many rows and lanes. */
export function listTargets(rows: number, lanes: number, { row, lane }: Place): Targets<Place> {
  const to = (nextRow: number, nextLane: number) => () => ({
    row: Math.min(Math.max(nextRow, 0), rows - 1),
    lane: Math.min(Math.max(nextLane, 0), lanes - 1),
  });
  return {
    ArrowLeft: to(row, lane - 1),
    ArrowRight: to(row, lane + 1),
    ArrowUp: to(row - 1, lane),
    ArrowDown: to(row + 1, lane),
    PageUp: to(row - PAGE_ROWS, lane),
    PageDown: to(row + PAGE_ROWS, lane),
    Home: to(row, 0),
    End: to(row, lanes - 1),
    'Control+Home': to(0, 0),
    'Control+End': to(rows - 1, lanes - 1),
  };
}
