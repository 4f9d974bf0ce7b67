import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** The element that the address names gets the focus, also when it is drawn after the address was opened. */
export function useHashTarget(isDrawn: boolean): void {
  const location = useLocation();
  useEffect(() => {
    const target = isDrawn ? document.getElementById(location.hash.slice(1)) : null;
    target?.scrollIntoView({ block: 'start' });
    target?.focus({ preventScroll: true });
  }, [location, isDrawn]);
}
