import { useCallback, useSyncExternalStore } from 'react';

/** The time, to the last tick: whoever asks for the same tick is drawn anew with it, and all see the same time. */
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
