import { useCallback } from 'react';
import { useStore } from '../client/observable.ts';

/** The current time, rounded down to a tick. Components with the same tick see the same time. */
export function useNow(tickMs: number): number {
  const subscribe = useCallback(
    (onTick: () => void) => {
      const timer = setInterval(onTick, tickMs);
      return () => clearInterval(timer);
    },
    [tickMs],
  );
  return useStore(subscribe, () => Math.floor(Date.now() / tickMs) * tickMs);
}
