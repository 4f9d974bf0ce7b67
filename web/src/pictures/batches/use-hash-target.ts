import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** An element may take this long to render, and those above it to get their height. */
const SETTLES_WITHIN_MS = 3000;

/** Focuses the element named in the URL's hash, once it has rendered. `load` says whether a missing one will appear. */
export function useHashTarget(isRendered: boolean, load: (id: string) => Promise<boolean>): void {
  const { key, hash } = useLocation();
  /** Opening or closing a dialog also navigates, but keeps the key of its page. */
  const shownKey = useRef<string>(undefined);
  const loadTarget = useEffectEvent(load);
  useEffect(() => {
    if (!isRendered || shownKey.current === key) return;
    shownKey.current = key;
    const id = hash.slice(1);
    if (id === '' || focusTarget(id)) return;
    const isCurrent = () => shownKey.current === key;
    void loadTarget(id).then((isLoaded) => isLoaded && focusWhenRendered(id, isCurrent));
  }, [key, hash, isRendered]);
}

/** A search that hid the element is cleared by the link, but its list renders later. */
function focusWhenRendered(id: string, isCurrent: () => boolean): void {
  const until = performance.now() + SETTLES_WITHIN_MS;
  const tryNow = () => {
    if (isCurrent() && !focusTarget(id) && performance.now() < until) requestAnimationFrame(tryNow);
  };
  requestAnimationFrame(tryNow);
}

function focusTarget(id: string): boolean {
  const target = document.getElementById(id);
  if (!target) return false;
  holdInView(target);
  target.focus({ preventScroll: true });
  return true;
}

/** Until the page is used: what is above the element gets its height only when it comes near, and would push it away. */
function holdInView(target: Element): void {
  const show = () => target.scrollIntoView({ block: 'start' });
  const observer = new ResizeObserver(show);
  const ended = new AbortController();
  const end = () => {
    observer.disconnect();
    ended.abort();
  };
  show();
  observer.observe(document.body);
  for (const name of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
    addEventListener(name, end, { signal: ended.signal, passive: true });
  setTimeout(end, SETTLES_WITHIN_MS);
}
