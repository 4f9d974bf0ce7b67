import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** The element that the address names gets the focus, also when it is drawn after the address was opened. */
export function useHashTarget(isDrawn: boolean): void {
  const { key, hash } = useLocation();
  /** A dialog that opens or closes is a step of the history too, with the key of its page. */
  const shownKey = useRef<string>(undefined);
  useEffect(() => {
    if (!isDrawn || shownKey.current === key) return;
    shownKey.current = key;
    const target = document.getElementById(hash.slice(1));
    target?.scrollIntoView({ block: 'start' });
    target?.focus({ preventScroll: true });
  }, [key, hash, isDrawn]);
}
