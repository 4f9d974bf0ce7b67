/** One look at a provider batch: creates it if it is missing, reads its state, stores a part of its results. */
import type { Deps } from '../deps.ts';
import { logError, logInfo, logWarning } from '../../platform/logs/log.ts';
import { findAttemptMs } from '../../platform/queues/task-times.ts';
import type { ProviderBatch as ProviderState } from '../../providers/half-price/half-price-adapter.ts';
import { updateKey } from '../../providers/key-pool.ts';
import { cancelBatch } from '../engine/cancel-batch.ts';
import type { Outcome } from '../engine/settle-item.ts';
import { readBatch, type Batch } from '../store/batch-store.ts';
import { collectResults, LINES_PER_TASK } from './collect-results.ts';
import { createAtProvider, endIfSettled } from './create-at-provider.ts';
import { enqueueFollow } from '../engine/enqueue-half-price.ts';
import { logFailure, nameOf, requireName, type ClaimedProviderBatch } from './claimed-provider-batch.ts';
import { openAdapter, type OpenAdapter } from './open-adapter.ts';
import { GIVE_UP_MS, MAX_OVERDUE_MS, MAX_UNSENT_MS } from '../store/provider-batch-record.ts';
import {
  claimProviderBatch,
  ENDED,
  release,
  updateLeased,
  type ProviderBatch,
} from '../store/provider-batch-store.ts';
import { settleSubmitted } from './settle-submitted.ts';

/** The provider needs a moment to cancel. */
const CANCELLING_MS = 60_000;
const NOT_SENT = 'It could not be sent to the provider within 24 hours. You were not charged. Make it now.';
const KEY_REMOVED =
  'The key that this was sent with was removed, so the result cannot be fetched. You may have been charged. Retry only if you accept a second charge.';
const GONE =
  'The provider no longer has the result. You may have been charged. Retry only if you accept a second charge.';
const OVERDUE =
  'The provider did not finish in time. You may have been charged. Retry only if you accept a second charge.';

/** Idempotent. Does nothing while another worker has it. */
export async function followProviderBatch(deps: Deps, id: string): Promise<void> {
  const { firestore } = deps;
  const providerBatch = await claimProviderBatch(firestore, id);
  if (!providerBatch) return;
  const batch = await readCurrentBatch(deps, providerBatch);
  if (!batch) {
    // Removed with its items.
    await updateLeased(firestore, providerBatch, ENDED);
    return;
  }
  const claimed = { batch, providerBatch };
  try {
    await follow(deps, claimed);
  } catch (error) {
    logError('Work on a provider batch failed.', error, nameOf(claimed));
    await waitOrGiveUp(deps, claimed, { reason: GONE, state: 'failed' });
  }
}

async function follow(deps: Deps, claimed: ClaimedProviderBatch): Promise<void> {
  const { providerBatch } = claimed;
  const open = openAdapter(providerBatch);
  if (!open) {
    const end = { reason: KEY_REMOVED, state: 'uncertain', isFinal: true } as const;
    await waitOrGiveUp(deps, claimed, end);
  } else if (providerBatch.state === 'creating') await findOrCreate(deps, claimed, open);
  else if (providerBatch.state === 'running') await readState(deps, claimed, open);
  else await collect(deps, claimed, open);
}

/** One that has expired is cancelled: its pictures would be deleted the same night. */
async function readCurrentBatch(deps: Deps, { batchId }: ProviderBatch): Promise<Batch | undefined> {
  const batch = await readBatch(deps.firestore, batchId);
  if (!batch || batch.cancelledAt || batch.expiresAt.toMillis() > Date.now()) return batch;
  await cancelBatch(deps, batchId);
  return readBatch(deps.firestore, batchId);
}

/** A worker was lost, or got no answer, after it may have created it. */
async function findOrCreate(deps: Deps, claimed: ClaimedProviderBatch, open: OpenAdapter): Promise<void> {
  const { batch, providerBatch } = claimed;
  const { id, createdAt } = providerBatch;
  const signal = AbortSignal.timeout(findAttemptMs('call'));
  const found = await open.adapter.find(id, createdAt.toDate(), signal);
  await updateKey(deps, providerBatch.provider, open.access, found);
  if (found.kind !== 'made') {
    logFailure('A provider batch could not be looked up.', claimed, found);
    return waitOrGiveUp(deps, claimed, { reason: GONE, state: 'uncertain' });
  }
  if (found.made !== undefined) {
    logInfo('A provider batch was found again.', { batch: batch.id, providerBatch: id });
    const running = await updateLeased(deps.firestore, providerBatch, { state: 'running', name: found.made });
    if (running) await readState(deps, { batch, providerBatch: running }, open);
    return;
  }
  if (batch.cancelledAt || createdAt.toMillis() + MAX_UNSENT_MS <= Date.now()) {
    const outcome: Outcome = batch.cancelledAt
      ? { state: 'cancelled' }
      : { state: 'failed', reason: NOT_SENT };
    return end(deps, claimed, outcome);
  }
  await createAtProvider(deps, batch, providerBatch, { mayExist: true });
}

async function readState(deps: Deps, claimed: ClaimedProviderBatch, open: OpenAdapter): Promise<void> {
  const { batch, providerBatch } = claimed;
  const { adapter, access } = open;
  const name = requireName(providerBatch);
  const signal = AbortSignal.timeout(findAttemptMs('call'));
  if (batch.cancelledAt) {
    const cancelled = await adapter.cancel(name, signal);
    if (cancelled.kind !== 'made') logFailure('A provider batch could not be cancelled.', claimed, cancelled);
  }
  const answer = await adapter.read(name, signal);
  await updateKey(deps, providerBatch.provider, access, answer);
  if (answer.kind !== 'made') {
    logFailure('A provider batch could not be read.', claimed, answer);
    // Unknown to the provider.
    const isFinal = answer.kind === 'bad-request';
    return waitOrGiveUp(deps, claimed, { reason: GONE, state: 'failed', isFinal });
  }
  const { state: outcome, detail } = answer.made;
  if (outcome === 'running') {
    if (findOverdueAt(batch) <= Date.now()) {
      return giveUp(deps, claimed, { reason: OVERDUE, state: 'uncertain' });
    }
    await release(deps.firestore, providerBatch, {}, batch.cancelledAt ? CANCELLING_MS : undefined);
    return;
  }
  const details = { batch: batch.id, providerBatch: providerBatch.id, outcome };
  if (outcome === 'failed') logWarning('A provider batch failed.', undefined, { ...details, detail });
  else logInfo('A provider batch has ended.', details);
  const lost = await countLost(providerBatch, answer.made, open, signal);
  const change = { state: 'collecting', outcome, lost } as const;
  const collecting = await updateLeased(deps.firestore, providerBatch, change);
  if (collecting) await collect(deps, { batch, providerBatch: collecting }, open);
}

/**
 * Gemini has no results of a batch that has expired, and perhaps of one that was cancelled, but says how many lines it has made.
 * Whether they are charged is not documented.
 */
async function countLost(
  providerBatch: ProviderBatch,
  { state, counts }: ProviderState,
  { adapter }: OpenAdapter,
  signal: AbortSignal,
): Promise<number> {
  if (state === 'completed' || counts.made === 0) return 0;
  const results = adapter.readTexts(requireName(providerBatch), {}, signal);
  // oxlint-disable-next-line no-unreachable-loop -- one is enough
  for await (const _ of results) return 0;
  return counts.made;
}

async function collect(deps: Deps, claimed: ClaimedProviderBatch, open: OpenAdapter): Promise<void> {
  const { batch, providerBatch } = claimed;
  const collected = await collectResults(deps, claimed, open);
  if (await endIfSettled(deps, batch, providerBatch)) return;
  if (collected === 'paused') {
    await updateLeased(deps.firestore, providerBatch, { skip: providerBatch.skip + LINES_PER_TASK });
    return waitOrGiveUp(deps, claimed, { reason: GONE, state: 'failed' });
  }
  const released = await release(deps.firestore, providerBatch);
  if (released) await enqueueFollow(deps, batch, providerBatch.id);
}

const findOverdueAt = ({ expiresAt }: Batch): number => expiresAt.toMillis() + MAX_OVERDUE_MS;

interface GivenUp {
  reason: string;
  /** `uncertain`: whether anything was made is unknown. `failed`: it was charged as far as it was made. */
  state: 'uncertain' | 'failed';
}

interface Waiting extends GivenUp {
  /** It will not help to wait longer than the provider works on it. Default: until the batch expires. */
  isFinal?: boolean;
}

async function waitOrGiveUp(
  deps: Deps,
  claimed: ClaimedProviderBatch,
  { isFinal = false, ...givenUp }: Waiting,
): Promise<void> {
  const { batch, providerBatch } = claimed;
  const { provider, createdAt } = providerBatch;
  const givesUpAt = isFinal
    ? Math.min(createdAt.toMillis() + GIVE_UP_MS[provider], findOverdueAt(batch))
    : batch.expiresAt.toMillis();
  if (givesUpAt > Date.now()) {
    await release(deps.firestore, providerBatch);
    return;
  }
  await giveUp(deps, claimed, givenUp);
}

async function giveUp(deps: Deps, claimed: ClaimedProviderBatch, { reason, state }: GivenUp): Promise<void> {
  const { batch, providerBatch } = claimed;
  logWarning('A provider batch was given up.', undefined, nameOf(claimed));
  await settleSubmitted(deps, batch, providerBatch, providerBatch.indexes, ({ reserved }) => ({
    state,
    reason,
    cost: reserved,
  }));
  await endIfSettled(deps, batch, providerBatch);
}

async function end(
  deps: Deps,
  { batch, providerBatch }: ClaimedProviderBatch,
  outcome: Outcome,
): Promise<void> {
  await settleSubmitted(deps, batch, providerBatch, providerBatch.indexes, () => outcome);
  await endIfSettled(deps, batch, providerBatch);
}
