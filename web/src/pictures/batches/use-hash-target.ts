import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router-dom';

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
    void loadTarget(id).then((isLoaded) => isLoaded && requestAnimationFrame(() => focusTarget(id)));
  }, [key, hash, isRendered]);
}

function focusTarget(id: string): boolean {
  const target = document.getElementById(id);
  target?.scrollIntoView({ block: 'start' });
  target?.focus({ preventScroll: true });
  return target !== null;
}
