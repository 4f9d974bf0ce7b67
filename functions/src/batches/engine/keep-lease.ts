import { setTimeout as sleep } from 'node:timers/promises';
import type { Job } from './job.ts';
import { logWarning } from '../../platform/log.ts';

const RENEWALS_PER_LEASE = 4;

/**
 * Renews a lease that is much shorter than the work for as long as this process lives, so that after a crash another
 * worker can take over soon. The signal aborts when another worker has taken the item.
 */
export async function keepLease<Value>(
  job: Job,
  leaseMs: number,
  work: (leaseLost: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const { worker } = job.readRecord();
  const done = new AbortController();
  const lost = new AbortController();
  const renewing = (async () => {
    while (!done.signal.aborted && !lost.signal.aborted) {
      await sleep(leaseMs / RENEWALS_PER_LEASE, undefined, { signal: done.signal }).catch(() => undefined);
      if (done.signal.aborted) return;
      try {
        if (!(await job.renewLease(worker, leaseMs))) lost.abort();
      } catch (error) {
        // The next renewal may succeed, or find that the lease was lost.
        logWarning('A lease could not be renewed.', error, { batch: job.batch.id, item: job.index });
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
