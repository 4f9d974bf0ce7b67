import { useCallback, useState, type RefCallback } from 'react';

/** About a screen's height ahead: what is scrolled to at a usual pace is there by then. */
const AHEAD = '400px';

const watched = new WeakMap<Element, (isNear: boolean) => void>();
let observer: IntersectionObserver | undefined;

/** One observer for the whole page. */
function watch(element: Element, onChange: (isNear: boolean) => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) watched.get(target)?.(isIntersecting);
    },
    // The second is for what scrolls by itself, as a dialog does.
    { rootMargin: AHEAD, scrollMargin: AHEAD },
  );
  watched.set(element, onChange);
  observer.observe(element);
  return () => observer?.unobserve(element);
}

/** Whether an element is on the screen or close to it. */
export function useNearViewport(): [boolean, RefCallback<Element>] {
  const [isNear, setIsNear] = useState(false);
  const ref = useCallback((element: Element | null) => {
    if (element) return watch(element, setIsNear);
    return undefined;
  }, []);
  return [isNear, ref];
}

/** Whether an element is, or has been, on the screen or close to it. */
export function useSeenNearViewport(): [boolean, RefCallback<Element>] {
  const [hasBeenNear, setHasBeenNear] = useState(false);
  const ref = useCallback((element: Element | null) => {
    if (!element) return undefined;
    const stop = watch(element, (isNear) => {
      if (!isNear) return;
      setHasBeenNear(true);
      stop();
    });
    return stop;
  }, []);
  return [hasBeenNear, ref];
}
