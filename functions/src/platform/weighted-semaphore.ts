/** The signal aborted before the weight was free. */
export class AcquireAborted extends Error {
  override name = 'AcquireAborted';
}

export interface AcquireOptions {
  /** Ends the wait, not the work. */
  signal?: AbortSignal | undefined;
  /** Goes before those that wait already. */
  isUrgent?: boolean;
}

interface Waiter {
  weight: number;
  start: () => void;
}

/**
 * Work in progress holds at most `total` together. First come, first served, so that small weights do not overtake a large
 * one forever. Work that needs more than `total` runs alone.
 */
export function makeWeightedSemaphore(total: number) {
  let free = total;
  const waiting: Waiter[] = [];

  function startNext(): void {
    for (let next = waiting[0]; next && next.weight <= free; next = waiting[0]) {
      waiting.shift();
      free -= next.weight;
      next.start();
    }
  }

  async function acquire(weight: number, { signal, isUrgent = false }: AcquireOptions): Promise<void> {
    if (signal?.aborted) throw new AcquireAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter = { weight, start: resolve };
    const leave = () => {
      const index = waiting.indexOf(waiter);
      if (index === -1) return;
      waiting.splice(index, 1);
      reject(new AcquireAborted());
      startNext();
    };
    if (isUrgent) waiting.unshift(waiter);
    else waiting.push(waiter);
    signal?.addEventListener('abort', leave, { once: true });
    startNext();
    try {
      await promise;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  /** Work must not acquire more: two that wait for each other would never end. */
  return async function runWithin<Value>(
    weight: number,
    work: () => Promise<Value>,
    options: AcquireOptions = {},
  ): Promise<Value> {
    const taken = Math.min(weight, total);
    await acquire(taken, options);
    try {
      return await work();
    } finally {
      free += taken;
      startNext();
    }
  };
}
