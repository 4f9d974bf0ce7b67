import type { KeyboardEvent } from 'react';

/** How far an arrow key moves a zoomed picture. */
export const PAN_PX = 80;
/** Keys that act again while they are held; all others act once. */
const REPEATED_KEYS = /^(Arrow.*|[-+=])$/;

/** Runs what a key does in a viewer. */
export function actOnKey(event: KeyboardEvent, keys: Readonly<Record<string, () => void>>): void {
  const { key, target, currentTarget } = event;
  // Keys in a menu that is open above the viewer come here too.
  const isOwn = target instanceof Node && currentTarget.contains(target);
  const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[key.toLowerCase()];
  if (!act || !isOwn || event.defaultPrevented) return;
  event.preventDefault();
  if (!event.repeat || REPEATED_KEYS.test(key)) act();
}
