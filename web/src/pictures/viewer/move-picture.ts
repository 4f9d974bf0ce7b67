import { useRef, type PointerEvent, type TouchEvent } from 'react';

/** Shorter moves are not swipes. */
const SWIPE_PX = 60;

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
