import { useCallback, useState, type RefCallback } from 'react';

/** About one screen height above and below. */
const MARGIN = '700px';

interface Visibility {
  isNear: boolean;
  /** Last rendered height in pixels. */
  height: number;
}

/** Whether a row is near the screen. A row that has the focus counts as near. */
export function useRowVisibility(typicalHeight: number): [Visibility, RefCallback<Element>] {
  const [visibility, setVisibility] = useState<Visibility>({ isNear: false, height: typicalHeight });
  const ref = useCallback((element: Element | null) => {
    if (!element) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry || (!entry.isIntersecting && element.contains(document.activeElement))) return;
        const { height } = entry.boundingClientRect;
        setVisibility((before) => ({ isNear: entry.isIntersecting, height: height || before.height }));
      },
      { rootMargin: MARGIN, scrollMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [visibility, ref];
}
