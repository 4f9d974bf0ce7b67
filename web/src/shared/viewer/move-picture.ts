import { useLayoutEffect, useRef, type PointerEvent, type TouchEvent, type UIEvent } from 'react';

/** Shorter moves are not swipes. */
const SWIPE_PX = 60;

/** Keeps the center of the window on the same part of the picture when the zoom changes. */
export function useSteadyCenter(zoom: number) {
  const stage = useRef<HTMLDivElement>(null);
  const center = useRef({ x: 0.5, y: 0.5 });
  useLayoutEffect(() => {
    const { current: element } = stage;
    if (!element) return;
    const { x, y } = zoom === 1 ? { x: 0.5, y: 0.5 } : center.current;
    element.scrollTo(
      x * element.scrollWidth - element.clientWidth / 2,
      y * element.scrollHeight - element.clientHeight / 2,
    );
  }, [zoom]);
  const onScroll = ({ currentTarget: element }: UIEvent<HTMLElement>) => {
    center.current = {
      x: (element.scrollLeft + element.clientWidth / 2) / element.scrollWidth,
      y: (element.scrollTop + element.clientHeight / 2) / element.scrollHeight,
    };
  };
  return [stage, onScroll] as const;
}

/** Moves a zoomed picture by mouse drag. Touch scrolls natively. */
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

/** Detects a swipe with one finger. A swipe to the left moves to the next picture. */
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
