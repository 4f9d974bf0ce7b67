/** What a person does to a batch of theirs. */
import { MOST_NAME_LENGTH } from '@portal/contracts/batches';
import { Timestamp } from 'firebase-admin/firestore';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../platform/app-error.ts';
import {
  batchReference,
  markBatch,
  parseBatch,
  readBatch,
  readBatchesOf,
  readItemViews,
  readOwnBatch,
  refuseForeign,
  type Batch,
} from '../store/batch-store.ts';
import { finishCancel } from '../engine/cancel-batch.ts';
import { createBatch } from '../engine/create-batch.ts';
import { enqueueRemoval } from '../engine/remove-batch.ts';
import type { Tool } from '../tool.ts';

const RETRY = ' (retry)';
const DELETE_AT_ONCE = 10;

/** Changes a batch in a transaction that has seen whose it is. */
const changeOwn = (
  { firestore }: Deps,
  tool: Tool,
  owner: string,
  batchId: string,
  change: (batch: Batch) => Partial<Batch>,
) =>
  firestore.runTransaction(async (transaction) => {
    const reference = batchReference(firestore, batchId);
    const batch = refuseForeign(parseBatch(await transaction.get(reference)), tool.name, owner);
    const changed = change(batch);
    if (Object.keys(changed).length > 0) {
      transaction.update(reference, changed);
      markBatch(firestore, transaction, batch);
    }
    return { ...batch, ...changed };
  });

export const renameBatch = (deps: Deps, tool: Tool, owner: string, batchId: string, name: string) =>
  changeOwn(deps, tool, owner, batchId, () => ({ name }));

/** What waits is cancelled; calls that are out may finish. A batch that has ended stays as it is. */
export async function cancelOwnBatch(deps: Deps, tool: Tool, owner: string, batchId: string): Promise<Batch> {
  const batch = await changeOwn(deps, tool, owner, batchId, ({ endedAt, cancelledAt }) =>
    endedAt || cancelledAt ? {} : { cancelledAt: Timestamp.now() },
  );
  if (batch.endedAt) return batch;
  await finishCancel(deps, tool, batch);
  return readOwnBatch(deps.firestore, tool.name, owner, batchId);
}

/** Gone at once for its owner. It is cancelled too: calls that are out are settled before the batch is removed. */
export async function deleteBatch(deps: Deps, tool: Tool, owner: string, batchId: string): Promise<void> {
  const deletedAt = Timestamp.now();
  const batch = await changeOwn(deps, tool, owner, batchId, ({ endedAt, cancelledAt }) =>
    endedAt ? { deletedAt } : { deletedAt, cancelledAt: cancelledAt ?? deletedAt },
  );
  if (batch.endedAt) await enqueueRemoval(deps, batchId);
  else await finishCancel(deps, tool, batch);
}

export async function clearBatches(deps: Deps, tool: Tool, owner: string): Promise<void> {
  const batches = await readBatchesOf(deps.firestore, tool.name, owner);
  for (let start = 0; start < batches.length; start += DELETE_AT_ONCE) {
    const some = batches.slice(start, start + DELETE_AT_ONCE);
    await Promise.all(some.map(({ id }) => deleteBatch(deps, tool, owner, id).catch(ignoreGone)));
  }
}

/** A batch that is being deleted from elsewhere is as good as cleared. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'not-found') throw error;
}

/** Has what failed made in a new batch; each item once, so that another click gives the same batch. */
export async function retryBatch(
  deps: Deps,
  tool: Tool,
  owner: string,
  batchId: string,
  includeUncertain: boolean,
): Promise<string> {
  const batch = await readOwnBatch(deps.firestore, tool.name, owner, batchId);
  if (!batch.endedAt) throw new AppError('conflict', 'The batch is still at work.');
  const { retried, uploads } = batch;
  const wanted = includeUncertain ? (['failed', 'uncertain'] as const) : (['failed'] as const);
  const left = wanted.filter((state) => retried[state] === null);
  const again = Object.entries(await readItemViews(deps.firestore, batch)).filter(
    ([, { state, permanent }]) => permanent === undefined && left.some((each) => each === state),
  );
  if (again.length === 0) {
    const earlier = wanted.map((state) => retried[state]).findLast((id) => id !== null);
    if (earlier !== undefined && earlier !== null) return requireKept(deps, earlier);
    throw new AppError('conflict', 'There is nothing to try again in this batch.');
  }
  const newId = await createBatch(deps, tool, {
    owner,
    name: `${batch.name.slice(0, MOST_NAME_LENGTH - RETRY.length)}${RETRY}`,
    settings: tool.settings.parse({ ...batch.settings, quantity: again.length }),
    variants: again.map(([, { variant }]) => variant),
    ...(uploads && {
      uploads: { ...uploads, files: again.flatMap(([index]) => uploads.files[Number(index)] ?? []) },
    }),
    // Two clicks at once.
    idempotencyKey: `retry-${batchId}-${left.join('-')}`,
  });
  await changeOwn(deps, tool, owner, batchId, (current) => ({
    retried: { ...current.retried, ...Object.fromEntries(left.map((state) => [state, newId])) },
  }));
  return newId;
}

/** A batch that was deleted is not answered again. */
async function requireKept({ firestore }: Deps, batchId: string): Promise<string> {
  const batch = await readBatch(firestore, batchId);
  if (!batch || batch.deletedAt) throw new AppError('conflict', 'The retry of this batch was deleted.');
  return batchId;
}
