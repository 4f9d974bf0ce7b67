/** Waits until everything has ended, as the schedules let it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Timestamp } from '@google-cloud/firestore';
import { makeOverdue } from '../support/batches.ts';
import { firestore } from '../support/firestore.ts';
import { makeDue } from '../support/half-price.ts';
import { runSweep } from '../support/storage-cleanup.ts';

const SWEEP_EVERY_MS = 5000;
/** Longer than a lease. What is queued then has lost its task. */
const PATIENCE_MS = 60_000;
const GIVE_UP_MS = 5 * 60_000;

const listOpen = async (): Promise<string[]> =>
  (await firestore.collection('batches').where('endedAt', '==', null).get()).docs.map(({ id }) => id);

/** Jobs that wait for their start, and batches that are being deleted. */
async function listOthers(): Promise<string[]> {
  const jobs = await firestore.collection('pipelines').get();
  const deleted = await firestore.collection('batches').where('deletedAt', '<=', Timestamp.now()).get();
  const scheduled = jobs.docs.filter((job) => job.get('state') === 'scheduled');
  return [...scheduled.map(({ id }) => `job ${id}`), ...deleted.docs.map(({ id }) => `deleted ${id}`)];
}

export interface Settled {
  ms: number;
  /** Batches whose tasks were lost: their five minutes were skipped. */
  overdue: string[];
  /** What has not ended: batches, and jobs and deleted batches. */
  open: string[];
  /** What took longest. */
  last: string[];
}

export async function settle(): Promise<Settled> {
  const startedAt = Date.now();
  const overdue = new Set<string>();
  let last: string[] = [];
  for (;;) {
    const batches = await listOpen();
    const open = [...batches, ...(await listOthers())];
    const ms = Date.now() - startedAt;
    if (open.length === 0 || ms > GIVE_UP_MS) return { ms, overdue: [...overdue], open, last };
    last = open;
    for (const id of batches) {
      await makeDue(id);
      if (ms <= PATIENCE_MS) continue;
      await makeOverdue(id);
      overdue.add(id);
    }
    // The portal's own schedule runs each minute.
    await runSweep().catch(() => undefined);
    await sleep(SWEEP_EVERY_MS);
  }
}
