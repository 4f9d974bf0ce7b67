import { useCallback, useState, type RefCallback } from 'react';

/** About a screen's height ahead: what is scrolled to at a usual pace is there by then. */
const AHEAD = '400px';

const waiting = new WeakMap<Element, () => void>();
let observer: IntersectionObserver | undefined;

/** One observer for the whole page; each element is let go once it has come near. */
function watch(element: Element, onNear: () => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        waiting.get(target)?.();
        observer?.unobserve(target);
      }
    },
    // The second is for what scrolls by itself, as a dialog does.
    { rootMargin: AHEAD, scrollMargin: AHEAD },
  );
  waiting.set(element, onNear);
  observer.observe(element);
  return () => observer?.unobserve(element);
}

/** Whether an element is, or has been, on the screen or close to it. */
export function useNearViewport(): [boolean, RefCallback<Element>] {
  const [isNear, setIsNear] = useState(false);
  const ref = useCallback((element: Element | null) => {
    if (element) return watch(element, () => setIsNear(true));
    return undefined;
  }, []);
  return [isNear, ref];
}
