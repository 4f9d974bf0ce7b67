import { Timestamp } from 'firebase-admin/firestore';
import type { Deps } from '../../batches/deps.ts';
import { logWarning } from '../../platform/logs/log.ts';
import { enqueuePipelineStart } from './enqueue-start.ts';
import { readDueIds } from './pipeline-store.ts';

/** Its task should have been delivered by then. */
const LATE_MS = 60_000;
/** Each job gets at most one more task in this time. */
const ROUND_MS = 5 * 60_000;

/** Enqueues scheduled jobs again whose task was lost. A superfluous task does nothing. */
export async function sweepPipelines(
  deps: Pick<Deps, 'firestore' | 'queues'>,
  now = Date.now(),
): Promise<number> {
  const due = await readDueIds(deps.firestore, Timestamp.fromMillis(now - LATE_MS));
  for (const id of due) {
    await enqueuePipelineStart(deps, id, undefined, `sweep-${Math.floor(now / ROUND_MS)}`);
  }
  if (due.length > 0) logWarning('Enqueued late jobs again.', undefined, { enqueued: due.length });
  return due.length;
}
