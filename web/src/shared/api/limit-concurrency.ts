/** Runs at most `max` tasks at once, first come, first served. A task that is aborted while waiting never starts. */
export function limitConcurrency(max: number) {
  let running = 0;
  const waiting = new Set<() => void>();

  const waitForTurn = (signal: AbortSignal): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      waiting.delete(resolve);
      reject(signal.reason);
    };
    waiting.add(resolve);
    signal.addEventListener('abort', leave);
    return promise.finally(() => signal.removeEventListener('abort', leave));
  };

  return async <Result>(task: () => Promise<Result>, signal: AbortSignal): Promise<Result> => {
    signal.throwIfAborted();
    // A finished task passes its slot on, so `running` stays the same.
    if (running === max) await waitForTurn(signal);
    else running += 1;
    try {
      return await task();
    } finally {
      const [next] = waiting;
      if (next) {
        waiting.delete(next);
        next();
      } else running -= 1;
    }
  };
}
