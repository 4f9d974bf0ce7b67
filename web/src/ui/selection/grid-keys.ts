type KeyAction<Place> =
  | { kind: 'focus'; place: Place }
  | { kind: 'toggle' | 'open' | 'star' | 'compare' | 'all' | 'clear' | 'none' };

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'>;

/** Where a key moves the focus, by its name, such as 'ArrowLeft' or, with Ctrl or Command, 'Control+Home'. */
export type Targets<Place> = Readonly<Record<string, () => Place>>;

const KINDS = {
  ' ': 'toggle',
  Enter: 'open',
  s: 'star',
  S: 'star',
  c: 'compare',
  C: 'compare',
  Escape: 'clear',
} as const;

/** What a key does on the picture that has the focus. */
export function findKeyAction<Place>(
  { key, ctrlKey, metaKey, altKey, repeat }: Pressed,
  targets: Targets<Place>,
): KeyAction<Place> | undefined {
  if (altKey) return undefined;
  const hasControl = ctrlKey || metaKey;
  const find = targets[hasControl ? `Control+${key}` : key];
  if (find) return { kind: 'focus', place: find() };
  if (hasControl) return key.toLowerCase() === 'a' ? { kind: 'all' } : undefined;
  const kind = Object.entries(KINDS).find(([each]) => each === key)?.[1];
  // A key that is held must not toggle many times, nor scroll the page.
  return kind && { kind: repeat ? 'none' : kind };
}
