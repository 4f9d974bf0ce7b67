import { setTimeout as sleep } from 'node:timers/promises';
import * as logger from 'firebase-functions/logger';
import type { Deps } from '../../deps.ts';
import type { Batch } from '../store/batch-store.ts';
import { renewLease } from './item-transitions.ts';
import type { SeenItem } from '../store/seen-item.ts';

const RENEWALS_PER_LEASE = 4;

/**
 * Does work under a lease that is much shorter than the work: it is renewed as long as this process lives, so that after a
 * crash another worker can start soon. The signal aborts when another worker has the item.
 */
export async function keepLease<Value>(
  deps: Pick<Deps, 'firestore'>,
  batch: Batch,
  item: SeenItem,
  leaseMs: number,
  work: (lost: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const { worker } = item.record;
  const done = new AbortController();
  const lost = new AbortController();
  const renewing = (async () => {
    while (!done.signal.aborted && !lost.signal.aborted) {
      await sleep(leaseMs / RENEWALS_PER_LEASE, undefined, { signal: done.signal }).catch(() => undefined);
      if (done.signal.aborted) return;
      try {
        if (!(await renewLease(deps, batch, item, worker, leaseMs))) lost.abort();
      } catch (error) {
        // The next renewal may succeed, and finds out whether the lease was lost.
        logger.warn('A lease could not be renewed.', error, { batch: batch.id, item: item.record.index });
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
