import { useCallback, useState, type RefCallback } from 'react';

/** Far enough ahead that content has loaded when it scrolls into view. */
const AHEAD = '400px';

const watched = new WeakMap<Element, (isNear: boolean) => void>();
let observer: IntersectionObserver | undefined;

/** All elements share one observer. */
function watch(element: Element, onChange: (isNear: boolean) => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) watched.get(target)?.(isIntersecting);
    },
    // scrollMargin is for nested scroll containers, such as dialogs.
    { rootMargin: AHEAD, scrollMargin: AHEAD },
  );
  watched.set(element, onChange);
  observer.observe(element);
  return () => observer?.unobserve(element);
}

/** Whether an element is in the viewport or close to it. */
export function useNearViewport(): [boolean, RefCallback<Element>] {
  const [isNear, setIsNear] = useState(false);
  const ref = useCallback((element: Element | null) => {
    if (element) return watch(element, setIsNear);
    return undefined;
  }, []);
  return [isNear, ref];
}

/** Whether an element is, or has ever been, in the viewport or close to it. */
export function useHasBeenNearViewport(): [boolean, RefCallback<Element>] {
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
