/** Runs at most `max` tasks at once, in the order they came. A task whose signal aborts while it waits is never started. */
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
    // The one that ends hands its place on: `running` stays as it is.
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
