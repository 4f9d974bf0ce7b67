import { Timestamp } from 'firebase-admin/firestore';
import type { Deps } from '../deps.ts';
import { catchAndLog } from '../../platform/logs/catch-and-log.ts';
import { forEachAtOnce } from '../../platform/for-each-at-once.ts';
import { readBatch } from '../store/batch-store.ts';
import { enqueueFollow, findRound } from '../engine/enqueue-half-price.ts';
import {
  ENDED,
  parseProviderBatch,
  providerBatchReference,
  readDueIds,
} from '../store/provider-batch-store.ts';

/** The schedule looks after each that is due: about every five minutes, and after a worker was lost. No task waits for a provider. */
export async function sweepProviderBatches(deps: Deps, now = Timestamp.now()): Promise<void> {
  await forEachAtOnce(await readDueIds(deps.firestore, now), (id) =>
    catchAndLog('A provider batch could not be swept.', { providerBatch: id }, async () => {
      const found = parseProviderBatch(await providerBatchReference(deps.firestore, id).get());
      if (!found?.dueAt) return;
      const batch = await readBatch(deps.firestore, found.batchId);
      if (!batch || found.state === 'ended') {
        // Nothing is left that could be settled. A cancel may have changed the time of one that had just ended.
        await providerBatchReference(deps.firestore, id).update(ENDED);
        return;
      }
      // The time stays over until the task has claimed it.
      const round = `${found.dueAt.toMillis()}-${findRound(now)}`;
      await enqueueFollow(deps, batch, id, round);
    }),
  );
}
