/**
 * Runs at most `max` tasks at once. When one ends, the waiting task with the lowest rank at that time starts. A task that is
 * aborted while waiting never starts.
 */
export function limitConcurrency(max: number) {
  let running = 0;
  const waiting = new Map<() => void, () => number>();

  const waitForTurn = (signal: AbortSignal, rank: () => number): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      waiting.delete(resolve);
      reject(signal.reason);
    };
    waiting.set(resolve, rank);
    signal.addEventListener('abort', leave);
    return promise.finally(() => signal.removeEventListener('abort', leave));
  };

  return async <Result>(
    task: () => Promise<Result>,
    signal: AbortSignal,
    rank: () => number,
  ): Promise<Result> => {
    signal.throwIfAborted();
    // A finished task passes its slot on, so `running` stays the same.
    if (running === max) await waitForTurn(signal, rank);
    else running += 1;
    try {
      return await task();
    } finally {
      const next = findLowest(waiting);
      if (next) {
        waiting.delete(next);
        next();
      } else running -= 1;
    }
  };
}

/** The first of those with the lowest rank. */
function findLowest(waiting: ReadonlyMap<() => void, () => number>): (() => void) | undefined {
  let found: { run: () => void; rank: number } | undefined;
  for (const [run, measure] of waiting) {
    const rank = measure();
    if (!found || rank < found.rank) found = { run, rank };
  }
  return found?.run;
}
