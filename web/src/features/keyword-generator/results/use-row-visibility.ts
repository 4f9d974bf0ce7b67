import { useCallback, useState, type RefCallback } from 'react';

/** About a screen's height ahead and behind. */
const AROUND = '700px';

interface Sight {
  isNear: boolean;
  /** Of the element when it was last drawn, in pixels. */
  height: number;
}

/** Whether an element is near the screen now; one with the focus in it stays near. */
export function useInSight(usualHeight: number): [Sight, RefCallback<Element>] {
  const [sight, setSight] = useState<Sight>({ isNear: false, height: usualHeight });
  const ref = useCallback((element: Element | null) => {
    if (!element) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry || (!entry.isIntersecting && element.contains(document.activeElement))) return;
        const { height } = entry.boundingClientRect;
        setSight((before) => ({ isNear: entry.isIntersecting, height: height || before.height }));
      },
      { rootMargin: AROUND, scrollMargin: AROUND },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [sight, ref];
}
