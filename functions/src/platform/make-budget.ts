/** No share of the budget became free before the signal aborted. */
export class BudgetBusy extends Error {
  override name = 'BudgetBusy';
}

export interface BudgetOptions {
  /** Ends the wait, not the work. */
  signal?: AbortSignal | undefined;
  /** Goes before those that wait already. */
  isUrgent?: boolean;
}

interface Waiter {
  share: number;
  start: () => void;
}

/**
 * A weighted semaphore: work in progress holds at most `total` together. First come, first served, so that large shares are
 * not overtaken forever. Work that needs more than `total` runs alone.
 */
export function makeBudget(total: number) {
  let free = total;
  const waiting: Waiter[] = [];

  function startNext(): void {
    for (let next = waiting[0]; next && next.share <= free; next = waiting[0]) {
      waiting.shift();
      free -= next.share;
      next.start();
    }
  }

  async function takeTurn(share: number, { signal, isUrgent = false }: BudgetOptions): Promise<void> {
    if (signal?.aborted) throw new BudgetBusy();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter = { share, start: resolve };
    const leave = () => {
      const index = waiting.indexOf(waiter);
      if (index === -1) return;
      waiting.splice(index, 1);
      reject(new BudgetBusy());
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

  /** Work must not ask for another share: two that wait for each other would never end. */
  return async function runWithin<Value>(
    share: number,
    work: () => Promise<Value>,
    options: BudgetOptions = {},
  ): Promise<Value> {
    const taken = Math.min(share, total);
    await takeTurn(taken, options);
    try {
      return await work();
    } finally {
      free += taken;
      startNext();
    }
  };
}
