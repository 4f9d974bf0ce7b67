import { useCallback, useState, type RefCallback } from 'react';
import { measureScroll } from './scroll-speed.ts';

/** Far enough ahead that content has loaded when it scrolls into view. */
const AHEAD = '400px';

const watched = new WeakMap<Element, (isNear: boolean) => void>();
let observer: IntersectionObserver | undefined;

/** Reports whether an element is in the viewport or close to it. All elements share one observer. */
export function watchNearness(element: Element, onChange: (isNear: boolean) => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      measureScroll();
      for (const { isIntersecting, target } of sortByDistance(entries)) watched.get(target)?.(isIntersecting);
    },
    // scrollMargin is for nested scroll containers, such as dialogs.
    { rootMargin: AHEAD, scrollMargin: AHEAD },
  );
  watched.set(element, onChange);
  observer.observe(element);
  return () => observer?.unobserve(element);
}

/** Elements that left, then the others by their distance from the center of the viewport, so that what is visible loads first. */
function sortByDistance(entries: readonly IntersectionObserverEntry[]): IntersectionObserverEntry[] {
  const measure = ({
    isIntersecting,
    boundingClientRect: box,
    rootBounds: root,
  }: IntersectionObserverEntry) =>
    isIntersecting && root ? Math.abs(box.top + box.bottom - root.top - root.bottom) : -1;
  return entries.toSorted((one, other) => measure(one) - measure(other));
}

/** Whether an element is, or has ever been, in the viewport or close to it. */
export function useHasBeenNearViewport(): [boolean, RefCallback<Element>] {
  const [hasBeenNear, setHasBeenNear] = useState(false);
  const ref = useCallback((element: Element | null) => {
    if (!element) return undefined;
    const stop = watchNearness(element, (isNear) => {
      if (!isNear) return;
      setHasBeenNear(true);
      stop();
    });
    return stop;
  }, []);
  return [hasBeenNear, ref];
}
