/** Creates a provider batch, once. Its items are submitted, and this worker has its lease. */
import { findAttemptMs } from '../../platform/queues/task-times.ts';
import { AcquireAborted, makeWeightedSemaphore } from '../../platform/weighted-semaphore.ts';
import type { Deps } from '../deps.ts';
import { logInfo } from '../../platform/logs/log.ts';
import { catchCallFailed } from '../../providers/half-price/catch-call-failed.ts';
import { updateKey } from '../../providers/key-pool.ts';
import { describeFailure, type FailureKind, type ProviderAnswer } from '../../providers/provider-answer.ts';
import { endBatchIfSettled } from '../engine/end-batch.ts';
import { readBatch, type Batch } from '../store/batch-store.ts';
import { logFailure } from './claimed-provider-batch.ts';
import { makeLineSource, startReading } from './line-source.ts';
import { openAdapter, type OpenAdapter } from './open-adapter.ts';
import {
  ENDED,
  release,
  renewLease,
  updateLeased,
  type ProviderBatch,
} from '../store/provider-batch-store.ts';
import { readSubmitted, requeueSubmitted, settleSubmitted } from './settle-submitted.ts';

/** The pictures of one provider batch are in memory until they are sent. */
const runAlone = makeWeightedSemaphore(1);

/** The provider has said that it has not created anything, and another key may be usable. */
const OTHER_KEY: ReadonlySet<FailureKind> = new Set(['key-rejected', 'rate-limited']);
/** The same request would be refused again. */
const HOPELESS: ReadonlySet<FailureKind> = new Set(['bad-request', 'refused']);

/**
 * `mayExist`: a worker may have created it before, so the provider was asked for it, and said that there is none. Returns whether the provider has it.
 */
export async function createAtProvider(
  deps: Deps,
  batch: Batch,
  providerBatch: ProviderBatch,
  { mayExist }: { mayExist: boolean },
): Promise<boolean> {
  const { firestore } = deps;
  const open = openAdapter(providerBatch);
  if (!open) {
    await release(firestore, providerBatch);
    return false;
  }
  // What came before may have taken most of the lease, and whoever takes over would create it too.
  if (!(await renewLease(firestore, providerBatch))) return false;
  const answer = await create(deps, batch, providerBatch, open);
  if (answer === 'nothing') {
    await endIfSettled(deps, batch, providerBatch);
    return true;
  }
  await updateKey(deps, providerBatch.provider, open.access, answer);
  const { id } = providerBatch;
  if (answer.kind === 'made') {
    logInfo('A provider batch was created.', { batch: batch.id, providerBatch: id });
    const running = { state: 'running', name: answer.made } as const;
    await release(firestore, providerBatch, running, (await isCancelled(deps, batch)) ? 0 : undefined);
    return true;
  }
  logFailure('A provider batch could not be created.', { batch, providerBatch }, answer);
  if (HOPELESS.has(answer.kind)) {
    const { reason } = describeFailure(answer.kind);
    const outcome = { state: 'failed', reason } as const;
    await settleSubmitted(deps, batch, providerBatch, providerBatch.indexes, () => outcome);
    await endIfSettled(deps, batch, providerBatch);
  } else if (OTHER_KEY.has(answer.kind) && !mayExist) {
    await requeueSubmitted(deps, batch, providerBatch);
    await endIfSettled(deps, batch, providerBatch);
  } else await release(firestore, providerBatch);
  return false;
}

/** `nothing`: no picture can be used, or the batch was cancelled. */
async function create(
  deps: Deps,
  batch: Batch,
  providerBatch: ProviderBatch,
  { adapter }: OpenAdapter,
): Promise<ProviderAnswer<string> | 'nothing'> {
  const tool = deps.findTool(batch.tool);
  const { halfPrice } = tool;
  if (!halfPrice) throw new Error(`${tool.name} has no half price.`);
  const settings = tool.settings.parse(batch.settings);
  const { upstreamModel } = await halfPrice.findModel(deps, settings);
  const signal = AbortSignal.timeout(findAttemptMs('call'));
  const createNow = async () => {
    const records = await readSubmitted(deps.firestore, providerBatch);
    const source = makeLineSource(deps, tool, batch, records);
    const answer = await catchCallFailed(async () => {
      const items = await startReading(source.items);
      if (!items || (await isCancelled(deps, batch))) return 'nothing' as const;
      return adapter.create(providerBatch.id, halfPrice.makeWork(settings, upstreamModel, items), signal);
    });
    if (answer.kind !== 'made') return answer;
    await settleSubmitted(deps, batch, providerBatch, [...source.unreadable.keys()], (item) => ({
      state: 'failed',
      reason: source.unreadable.get(item.index) ?? '',
      permanent: 'unreadable',
    }));
    if (answer.made !== 'nothing') return answer.made;
    await settleSubmitted(deps, batch, providerBatch, providerBatch.indexes, () => ({
      state: 'cancelled',
    }));
    return 'nothing';
  };
  return runAlone(1, createNow, { signal }).catch((error: unknown) => {
    if (error instanceof AcquireAborted) return { kind: 'not-sent', detail: 'others took too long' };
    throw error;
  });
}

const isCancelled = async ({ firestore }: Deps, { id }: Batch): Promise<boolean> => {
  const current = await readBatch(firestore, id);
  return !current || current.cancelledAt !== null;
};

/** Nothing of it is left to do. */
export async function endIfSettled(deps: Deps, batch: Batch, providerBatch: ProviderBatch): Promise<boolean> {
  const left = await readSubmitted(deps.firestore, providerBatch);
  if (left.length > 0) return false;
  await updateLeased(deps.firestore, providerBatch, ENDED);
  await endBatchIfSettled(deps, batch.id);
  return true;
}
