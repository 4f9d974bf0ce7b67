import { useCallback, useSyncExternalStore } from 'react';

/** The current time, rounded down to a tick. Components with the same tick see the same time. */
export function useNow(tickMs: number): number {
  const subscribe = useCallback(
    (onTick: () => void) => {
      const timer = setInterval(onTick, tickMs);
      return () => clearInterval(timer);
    },
    [tickMs],
  );
  return useSyncExternalStore(subscribe, () => Math.floor(Date.now() / tickMs) * tickMs);
}
