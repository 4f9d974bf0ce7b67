import type { Deps } from '../../batches/deps.ts';
import { isWaiting } from './cleanup-record.ts';
import { readCurrentRun } from './cleanup-store.ts';

/**
 * Enqueues the next task of the run in progress. Task ids are unique (Cloud Tasks refuses the id of a known task), so a
 * task that is delivered twice does not start a second series of tasks.
 */
export async function enqueuePages(
  { firestore, queues }: Pick<Deps, 'firestore' | 'queues'>,
  round = '0',
): Promise<void> {
  const run = await readCurrentRun(firestore);
  if (!run || isWaiting(run)) return;
  const { seconds, nanoseconds } = run.version;
  const id = `${run.id}-${seconds}-${nanoseconds}-${round}`;
  await queues.enqueue('cleanupPages', [{ id, data: { runId: run.id } }]);
}
