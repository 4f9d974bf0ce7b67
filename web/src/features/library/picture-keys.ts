import { findVertical, type Row } from './model/list-rows.ts';

export type KeyAction =
  | { kind: 'focus'; key: string }
  | { kind: 'toggle' | 'open' | 'star' | 'all' | 'clear' | 'none' };

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'>;

interface Place {
  rows: readonly Row[];
  order: readonly string[];
  current: string;
}

/** What a key does on the picture that has the focus. */
export function findKeyAction(
  { key, ctrlKey, metaKey, altKey, repeat }: Pressed,
  { rows, order, current }: Place,
): KeyAction | undefined {
  if (altKey) return undefined;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'a' ? { kind: 'all' } : undefined;
  const index = order.indexOf(current);
  const targets: Record<string, () => string | undefined> = {
    ArrowLeft: () => order[index - 1],
    ArrowRight: () => order[index + 1],
    ArrowUp: () => findVertical(rows, current, -1),
    ArrowDown: () => findVertical(rows, current, 1),
    Home: () => order[0],
    End: () => order.at(-1),
  };
  const find = targets[key];
  // At an end, the page must not scroll instead.
  if (find) return { kind: 'focus', key: find() ?? current };
  const kinds = { ' ': 'toggle', Enter: 'open', s: 'star', S: 'star', Escape: 'clear' } as const;
  const kind = Object.entries(kinds).find(([each]) => each === key)?.[1];
  // A key that is held must not toggle many times, nor scroll the page.
  return kind && { kind: repeat ? 'none' : kind };
}
