import { useLayoutEffect, useRef, type PointerEvent, type TouchEvent, type UIEvent } from 'react';

/** Less is a finger that trembles. */
const SWIPE_PX = 60;

/** What is in the middle of the window stays there when the size changes. */
export function useSteadyCentre(zoom: number) {
  const stage = useRef<HTMLDivElement>(null);
  const centre = useRef({ x: 0.5, y: 0.5 });
  useLayoutEffect(() => {
    const { current: element } = stage;
    if (!element) return;
    const { x, y } = zoom === 1 ? { x: 0.5, y: 0.5 } : centre.current;
    element.scrollTo(
      x * element.scrollWidth - element.clientWidth / 2,
      y * element.scrollHeight - element.clientHeight / 2,
    );
  }, [zoom]);
  const onScroll = ({ currentTarget: element }: UIEvent<HTMLElement>) => {
    centre.current = {
      x: (element.scrollLeft + element.clientWidth / 2) / element.scrollWidth,
      y: (element.scrollTop + element.clientHeight / 2) / element.scrollHeight,
    };
  };
  return [stage, onScroll] as const;
}

/** With a mouse, a picture larger than the window is moved by its surface; fingers scroll it as they do anything. */
export function drag(event: PointerEvent<HTMLElement>): void {
  if (event.pointerType !== 'mouse' || event.button !== 0) return;
  const stage = event.currentTarget;
  const onMove = ({ movementX, movementY }: globalThis.PointerEvent) =>
    stage.scrollBy(-movementX, -movementY);
  const stop = () => {
    removeEventListener('pointermove', onMove);
    removeEventListener('pointerup', stop);
    removeEventListener('pointercancel', stop);
  };
  addEventListener('pointermove', onMove);
  addEventListener('pointerup', stop);
  addEventListener('pointercancel', stop);
}

/** One finger moved far enough to a side: to the left is on to the next. */
export function useSwipe(onSwipe: (step: 1 | -1) => void) {
  const start = useRef<number>(undefined);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      start.current = touches.length === 1 ? touches[0]?.clientX : undefined;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const moved = (changedTouches[0]?.clientX ?? Number.NaN) - (start.current ?? Number.NaN);
      start.current = undefined;
      if (Math.abs(moved) > SWIPE_PX) onSwipe(moved < 0 ? 1 : -1);
    },
  };
}
