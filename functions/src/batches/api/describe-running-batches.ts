import { MAX_RUNNING_BATCHES_LISTED, type RunningBatches } from '@portal/contracts/running-batches';
import { readOpenBatches } from '../store/batch-store.ts';
import { readItemViews } from '../store/progress-store.ts';
import { describeBatch } from '../store/describe-batch.ts';
import type { Deps } from '../deps.ts';
import { readEmails } from '../../identity/access-store.ts';

export async function describeRunningBatches({ firestore }: Deps): Promise<RunningBatches> {
  const open = await readOpenBatches(firestore, MAX_RUNNING_BATCHES_LISTED + 1);
  const listed = open.slice(0, MAX_RUNNING_BATCHES_LISTED);
  const emails = await readEmails(
    firestore,
    listed.map(({ owner }) => owner),
  );
  const batches = await Promise.all(
    listed.map(async (batch) => {
      const { facts, doneCount } = describeBatch(batch, await readItemViews(firestore, batch));
      const { id, cost, estimate, createdAt, cancelledAt } = facts;
      return {
        id,
        ownerEmail: emails.get(batch.owner) ?? null,
        tool: batch.tool,
        name: batch.name,
        done: doneCount + facts.failedCount + facts.uncertainCount + facts.cancelledCount,
        total: batch.total,
        cost,
        estimate,
        createdAt,
        cancelledAt,
      };
    }),
  );
  return { batches, hasMore: open.length > listed.length };
}
