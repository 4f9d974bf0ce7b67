/** Sends the queued items of a batch to the provider, with their maximum cost set aside. */
import { HALF_PRICE_HOURS } from '@portal/contracts/half-price';
import { Timestamp } from 'firebase-admin/firestore';
import { readProviderSettings } from '../../platform/config/config.ts';
import type { Deps } from '../deps.ts';
import { nameWorker } from '../../platform/leases.ts';
import { chooseKey } from '../../providers/key-pool.ts';
import { MAX_LINES } from '../../providers/half-price/half-price-adapter.ts';
import { checkBudget, readBudget, type Verdict } from '../../spend/check-budget.ts';
import { NO_MICROS, sumMicros, type Micros } from '../../spend/micros.ts';
import { addSpend, monthOf } from '../../spend/spend-store.ts';
import { cancelBatch } from '../engine/cancel-batch.ts';
import { endBatchIfSettled } from '../engine/end-batch.ts';
import { findMaxItemCost } from '../engine/price-item.ts';
import type { ItemRecord } from '../store/batch-record.ts';
import {
  batchReference,
  itemReference,
  parseBatch,
  parseItem,
  readBatch,
  readItemsIn,
  type Batch,
} from '../store/batch-store.ts';
import { writeItemProgress } from '../store/progress-store.ts';
import { createAtProvider } from './create-at-provider.ts';
import { enqueueSubmission } from '../engine/enqueue-items.ts';
import { MAX_UNSENT_MS } from '../store/provider-batch-record.ts';
import {
  findLeaseEnd,
  makeProviderBatchId,
  parseProviderBatch,
  providerBatchReference,
  type ProviderBatch,
} from '../store/provider-batch-store.ts';
import { ITEMS_AT_ONCE, settleWhere } from './settle-submitted.ts';

/** Pictures take memory and time until they are sent. */
const MAX_PICTURE_LINES = 50;
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const TOO_LATE = `Less than ${HALF_PRICE_HOURS} hours were left until its files expire. You were not charged. Make it now instead.`;
const NO_KEY = "None of the studio's keys worked for 24 hours. You were not charged.";

/** Idempotent: an item is in one provider batch. */
export async function submitItems(deps: Deps, batchId: string): Promise<void> {
  const batch = await readBatch(deps.firestore, batchId);
  if (!batch?.halfPrice || batch.endedAt || batch.cancelledAt) return;
  // Items may have waited for a key, for room in the budget, or for a person's choice.
  const leftMs = batch.expiresAt.toMillis() - Date.now();
  if (leftMs <= 0) return cancelBatch(deps, batchId);
  const queued = (await readItemsIn(deps.firestore, batchId, ['queued'])).sort(
    (one, other) => one.index - other.index,
  );
  if (queued.length === 0) return;
  if (leftMs < HALF_PRICE_HOURS * HOUR_MS) {
    // What arrives after its batch has expired would be paid, and lost.
    await failQueued(deps, batch, queued, TOO_LATE);
    return endBatchIfSettled(deps, batchId);
  }
  const key = await chooseKey(deps, batch.halfPrice, readProviderSettings(batch.halfPrice));
  // The schedule tries again.
  if (key.kind === 'no-key') return failUnsent(deps, batch, queued);
  const { uploads } = deps.findTool(batch.tool);
  const lines = queued.slice(0, uploads ? MAX_PICTURE_LINES : MAX_LINES);
  const reserved = await reserve(deps, batch, key.keyFingerprint, lines);
  if (!reserved) return endBatchIfSettled(deps, batchId);
  const isSent = await createAtProvider(deps, batch, reserved, { mayExist: false });
  if (isSent && queued.length > lines.length) await enqueueSubmission(deps, batch);
}

async function failUnsent(deps: Deps, batch: Batch, queued: readonly ItemRecord[]): Promise<void> {
  const late = queued.filter(({ notBefore }) => notBefore.toMillis() + MAX_UNSENT_MS <= Date.now());
  if (late.length === 0) return;
  await failQueued(deps, batch, late, NO_KEY);
  await endBatchIfSettled(deps, batch.id);
}

const failQueued = (deps: Deps, batch: Batch, items: readonly ItemRecord[], reason: string): Promise<void> =>
  settleWhere(
    deps,
    batch,
    items.map(({ index }) => index),
    ({ state }) => state === 'queued',
    () => ({ state: 'failed', reason }),
  );

/**
 * Notes a provider batch with as many of the items as the limits allow, a few in each transaction. Items that the limits no longer
 * cover fail. Undefined if none is left.
 */
async function reserve(
  deps: Deps,
  batch: Batch,
  key: string,
  items: readonly ItemRecord[],
): Promise<ProviderBatch | undefined> {
  const tool = deps.findTool(batch.tool);
  const maxCost = await findMaxItemCost(deps, tool, tool.settings.parse(batch.settings), true);
  let known = makeRecord(deps, batch, key);
  let left = items.map(({ index }) => index);
  let size = ITEMS_AT_ONCE;
  while (left.length > 0) {
    const some = left.slice(0, size);
    const step = await reserveSome(deps, batch, known, some, maxCost);
    if (step.kind === 'fits') {
      known = step.providerBatch;
      left = left.slice(some.length);
    } else if (step.kind === 'used-up' && some.length === 1) {
      const rest = items.filter(({ index }) => left.includes(index));
      await failQueued(deps, batch, rest, step.reason);
      break;
    } else if (step.kind === 'stop' || some.length === 1) break;
    else size = Math.ceil(some.length / 2);
  }
  return known.indexes.length > 0 ? known : undefined;
}

function makeRecord({ firestore }: Deps, batch: Batch, key: string): ProviderBatch {
  const now = Timestamp.now();
  const leasedUntil = findLeaseEnd();
  const { id: batchId, tool, halfPrice: provider, expiresAt } = batch;
  if (!provider) throw new Error(`Batch ${batchId} is not at half price.`);
  return {
    id: makeProviderBatchId(firestore),
    batchId,
    tool,
    provider,
    key,
    state: 'creating',
    indexes: [],
    name: null,
    outcome: null,
    lost: 0,
    skip: 0,
    createdAt: now,
    openSince: now,
    dueAt: leasedUntil,
    worker: nameWorker(),
    leasedUntil,
    expiresAt: Timestamp.fromMillis(expiresAt.toMillis() + DAY_MS),
  };
}

type Step =
  | Exclude<Verdict, { kind: 'fits' }>
  | { kind: 'stop' }
  | { kind: 'fits'; providerBatch: ProviderBatch };

async function reserveSome(
  { firestore }: Deps,
  batch: Batch,
  known: ProviderBatch,
  indexes: readonly number[],
  maxCost: Micros,
): Promise<Step> {
  // Checked and reserved in the same month, also around midnight.
  const month = monthOf(new Date());
  const price = multiply(maxCost, indexes.length);
  const budget = await readBudget(firestore, month, batch.owner, price);
  const { id, ...record } = known;
  const reference = providerBatchReference(firestore, id);
  return firestore.runTransaction<Step>(async (transaction) => {
    const [batchNow, noted, ...found] = await transaction.getAll(
      batchReference(firestore, batch.id),
      reference,
      ...indexes.map((index) => itemReference(firestore, batch.id, index)),
    );
    const current = batchNow && parseBatch(batchNow);
    if (!current || current.cancelledAt || current.endedAt) return { kind: 'stop' };
    // Another worker has found it, and perhaps created it.
    const before = noted && parseProviderBatch(noted);
    if (before ? before.worker !== known.worker || before.state !== 'creating' : known.indexes.length > 0)
      return { kind: 'stop' };
    const queued = found.flatMap((each) => parseItem(each) ?? []).filter(({ state }) => state === 'queued');
    const verdict = budget ? await checkBudget(firestore, transaction, budget, price) : undefined;
    if (verdict && verdict.kind !== 'fits') return verdict;
    for (const item of queued) {
      const submitted: ItemRecord = {
        ...item,
        state: 'submitted',
        attempts: item.attempts + 1,
        claimedAt: item.claimedAt ?? Timestamp.now(),
        reserved: maxCost,
        spendMonth: month,
        providerBatch: id,
      };
      transaction.set(itemReference(firestore, batch.id, item.index), submitted);
      writeItemProgress(firestore, transaction, batch, submitted);
    }
    const reserved = multiply(maxCost, queued.length);
    addSpend(firestore, transaction, month, batch, { spent: NO_MICROS, reserved });
    const noticed = { ...record, indexes: [...(before?.indexes ?? []), ...queued.map(({ index }) => index)] };
    if (noticed.indexes.length > 0) transaction.set(reference, noticed);
    return { kind: 'fits', providerBatch: { id, ...noticed } };
  });
}

const multiply = (amount: Micros, count: number): Micros =>
  sumMicros(...Array.from({ length: count }, () => amount));
