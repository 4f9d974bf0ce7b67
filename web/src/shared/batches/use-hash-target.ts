import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Focuses the element named in the URL's hash, once it has rendered. */
export function useHashTarget(isRendered: boolean): void {
  const { key, hash } = useLocation();
  /** Opening or closing a dialog also navigates, but keeps the key of its page. */
  const shownKey = useRef<string>(undefined);
  useEffect(() => {
    if (!isRendered || shownKey.current === key) return;
    shownKey.current = key;
    const target = document.getElementById(hash.slice(1));
    target?.scrollIntoView({ block: 'start' });
    target?.focus({ preventScroll: true });
  }, [key, hash, isRendered]);
}
