/** Keys of the grid, as in the Library. */
export type GridAction =
  | { kind: 'focus'; row: number; lane: number }
  | { kind: 'toggle' | 'open' | 'star' | 'all' | 'clear' | 'none' };

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'>;

interface Place {
  rows: number;
  lanes: number;
  row: number;
  lane: number;
}

const PAGE_ROWS = 5;

/** What a key does on the cell that has the focus. */
export function findGridAction(
  { key, ctrlKey, metaKey, altKey, repeat }: Pressed,
  { rows, lanes, row, lane }: Place,
): GridAction | undefined {
  if (altKey) return undefined;
  const hasControl = ctrlKey || metaKey;
  const to = (nextRow: number, nextLane: number): GridAction => ({
    kind: 'focus',
    row: Math.min(Math.max(nextRow, 0), rows - 1),
    lane: Math.min(Math.max(nextLane, 0), lanes - 1),
  });
  if (hasControl && key.toLowerCase() === 'a') return { kind: 'all' };
  if (hasControl && key === 'Home') return to(0, 0);
  if (hasControl && key === 'End') return to(rows - 1, lanes - 1);
  if (hasControl) return undefined;
  const targets: Record<string, () => GridAction> = {
    ArrowLeft: () => to(row, lane - 1),
    ArrowRight: () => to(row, lane + 1),
    ArrowUp: () => to(row - 1, lane),
    ArrowDown: () => to(row + 1, lane),
    PageUp: () => to(row - PAGE_ROWS, lane),
    PageDown: () => to(row + PAGE_ROWS, lane),
    Home: () => to(row, 0),
    End: () => to(row, lanes - 1),
  };
  const find = targets[key];
  if (find) return find();
  const kinds = { ' ': 'toggle', Enter: 'open', s: 'star', S: 'star', Escape: 'clear' } as const;
  const kind = Object.entries(kinds).find(([each]) => each === key)?.[1];
  // A key that is held must not toggle many times, nor scroll the page.
  return kind && { kind: repeat ? 'none' : kind };
}
