/** The lease of a document: only the worker that has it changes the document, until it ends. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { logWarning } from './logs/log.ts';

/** One delivery in one process. */
export const nameWorker = (): string => `${process.pid}-${randomUUID()}`;

interface KeptLease {
  /** Returns false if another worker has the document. */
  renew: () => Promise<boolean>;
  everyMs: number;
  /** For logs. */
  name: Record<string, unknown>;
}

/**
 * Renews a lease that is much shorter than the work for as long as this process lives, so that after a crash another
 * worker can take over soon. The signal aborts when another worker has the document.
 */
export async function keepLease<Value>(
  { renew, everyMs, name }: KeptLease,
  work: (leaseLost: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const done = new AbortController();
  const lost = new AbortController();
  const renewing = (async () => {
    while (!done.signal.aborted && !lost.signal.aborted) {
      await sleep(everyMs, undefined, { signal: done.signal }).catch(() => undefined);
      if (done.signal.aborted) return;
      try {
        if (!(await renew())) lost.abort();
      } catch (error) {
        // The next renewal may succeed, or find that the lease was lost.
        logWarning('A lease could not be renewed.', error, name);
      }
    }
  })();
  try {
    return await work(lost.signal);
  } finally {
    done.abort();
    await renewing;
  }
}
