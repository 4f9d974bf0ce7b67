/** Changes that an owner makes to a batch. */
import { MAX_NAME_LENGTH } from '@portal/contracts/batches';
import { Timestamp } from 'firebase-admin/firestore';
import type { Deps } from '../deps.ts';
import { AppError } from '../../platform/app-error.ts';
import {
  assertOwner,
  batchReference,
  parseBatch,
  readBatch,
  readBatchesOf,
  readOwnBatch,
  type Batch,
} from '../store/batch-store.ts';
import { forgetLookup } from '../store/picture-lookup.ts';
import { readItemViews, writeBatchChange } from '../store/progress-store.ts';
import { finishCancel } from '../engine/cancel-batch.ts';
import { createBatch } from '../engine/create-batch.ts';
import { enqueueRemoval } from '../engine/remove-batch.ts';
import { markRetried } from '../store/failed-work-store.ts';
import type { Tool } from '../tool.ts';

type RetriedState = keyof Batch['retried'];

const RETRY_SUFFIX = ' (retry)';
const DELETE_AT_ONCE = 10;

/** Changes a batch in the transaction that checks its owner. `tool`: undefined for any. */
export const changeOwn = (
  { firestore }: Pick<Deps, 'firestore'>,
  tool: Tool | undefined,
  owner: string,
  batchId: string,
  change: (batch: Batch) => Partial<Batch>,
) =>
  firestore.runTransaction(async (transaction) => {
    const reference = batchReference(firestore, batchId);
    const batch = assertOwner(parseBatch(await transaction.get(reference)), tool?.name, owner);
    const changed = change(batch);
    if (Object.keys(changed).length > 0) {
      transaction.update(reference, changed);
      writeBatchChange(firestore, transaction, batch);
    }
    return { ...batch, ...changed };
  });

export const renameBatch = (deps: Deps, tool: Tool, owner: string, batchId: string, name: string) =>
  changeOwn(deps, tool, owner, batchId, () => ({ name }));

/** Cancels waiting items; calls in progress may finish. Has no effect on a batch that has ended. */
export async function cancelOwnBatch(deps: Deps, tool: Tool, owner: string, batchId: string): Promise<Batch> {
  const batch = await changeOwn(deps, tool, owner, batchId, ({ endedAt, cancelledAt }) =>
    endedAt || cancelledAt ? {} : { cancelledAt: Timestamp.now() },
  );
  if (batch.endedAt) return batch;
  await finishCancel(deps, batch);
  return readOwnBatch(deps.firestore, tool.name, owner, batchId);
}

/** Hides the batch from its owner at once and cancels it. Calls in progress are settled before the batch is removed. */
export async function deleteBatch(deps: Deps, tool: Tool, owner: string, batchId: string): Promise<void> {
  const deletedAt = Timestamp.now();
  const batch = await changeOwn(deps, tool, owner, batchId, ({ endedAt, cancelledAt }) =>
    endedAt ? { deletedAt } : { deletedAt, cancelledAt: cancelledAt ?? deletedAt },
  );
  forgetLookup(deps.firestore, batchId);
  if (batch.endedAt) await enqueueRemoval(deps, batchId);
  else await finishCancel(deps, batch);
}

export async function clearBatches(deps: Deps, tool: Tool, owner: string): Promise<void> {
  const batches = await readBatchesOf(deps.firestore, tool.name, owner);
  for (let start = 0; start < batches.length; start += DELETE_AT_ONCE) {
    const some = batches.slice(start, start + DELETE_AT_ONCE);
    await Promise.all(some.map(({ id }) => deleteBatch(deps, tool, owner, id).catch(ignoreNotFound)));
  }
}

/** The batch was deleted elsewhere in the meantime. */
function ignoreNotFound(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'not-found') throw error;
}

/** Retries items in these states in a new batch. Each item is retried once: a second request returns the same batch. */
export async function retryBatch(
  deps: Deps,
  tool: Tool,
  owner: string,
  batchId: string,
  wanted: readonly RetriedState[],
): Promise<string> {
  const batch = await readOwnBatch(deps.firestore, tool.name, owner, batchId);
  if (!batch.endedAt) throw new AppError('conflict', 'The batch is still running.');
  const { retried, uploads } = batch;
  const left = wanted.filter((state) => retried[state] === null);
  const again = Object.entries(await readItemViews(deps.firestore, batch)).filter(
    ([, { state, permanent }]) => permanent === undefined && left.some((each) => each === state),
  );
  if (again.length === 0) {
    const earlier = wanted.map((state) => retried[state]).findLast((id) => id !== null);
    if (earlier !== undefined && earlier !== null) return requireKept(deps, earlier);
    throw new AppError('conflict', 'This batch has nothing to retry.');
  }
  const chosen = again.map(([, { variant }]) => variant);
  const { settings, variants } = tool.chooseItems?.(tool.settings.parse(batch.settings), chosen) ?? {
    settings: tool.settings.parse({ ...batch.settings, quantity: again.length }),
    variants: chosen,
  };
  const newId = await createBatch(deps, tool, {
    owner,
    name: `${batch.name.slice(0, MAX_NAME_LENGTH - RETRY_SUFFIX.length)}${RETRY_SUFFIX}`,
    settings,
    variants,
    ...(uploads && {
      uploads: { ...uploads, files: again.flatMap(([index]) => uploads.files[Number(index)] ?? []) },
    }),
    idempotencyKey: undefined,
    retryOf: { batchId, states: left },
  });
  // A request at the same time may have retried only some of the states.
  const current = await readOwnBatch(deps.firestore, tool.name, owner, batchId);
  const done = left.filter((state) => current.retried[state] === newId);
  await markRetried(deps.firestore, batchId, done, newId);
  return requireKept(deps, newId);
}

/** Fails if the batch was deleted. */
async function requireKept({ firestore }: Deps, batchId: string): Promise<string> {
  const batch = await readBatch(firestore, batchId);
  if (!batch || batch.deletedAt) throw new AppError('conflict', 'The retry of this batch was deleted.');
  return batchId;
}
