/**
 * One item in the hands of one worker. Every change that a worker makes to an item is here; each is one commit, and fails
 * if another worker has taken the item. The states are described in `contracts/src/batches.ts`.
 */
import { MAX_ATTEMPTS } from '@portal/contracts/batches';
import { Timestamp } from 'firebase-admin/firestore';
import { readEngineSettings } from '../../platform/config/config.ts';
import type { Deps } from '../deps.ts';
import { isContended } from '../../platform/firestore-errors.ts';
import type { Writer } from '../../platform/writer.ts';
import { checkBudget, readBudget } from '../../spend/check-budget.ts';
import { NO_MICROS, sumMicros, type Micros } from '../../spend/micros.ts';
import { addSpend, monthOf } from '../../spend/spend-store.ts';
import { QUEUED_FOR_MS, type ItemRecord, type StartedCall } from '../store/batch-record.ts';
import { itemReference, parseItem, readBatch, type Batch } from '../store/batch-store.ts';
import {
  hasSameLease,
  readItemSnapshot,
  updateIfUnchanged,
  updateWhileLeased,
  type ItemSnapshot,
  type ItemUpdate,
} from '../store/item-snapshot.ts';
import { publicIdOf } from '../store/media-names.ts';
import { writeItemProgress } from '../store/progress-store.ts';
import type { Tool } from '../tool.ts';
import { hasPreviousStage } from './enqueue-items.ts';
import { PORTAL_FAULTS } from './portal-faults.ts';
import { releaseReserve, settleItem, type Outcome } from './settle-item.ts';

export type Claim =
  /** Final: nothing to do. */
  | { kind: 'settled' }
  /** For its picture of the stage before. */
  | { kind: 'waiting' }
  /** Belongs to a provider batch, or will. */
  | { kind: 'half-price' }
  /** Leased by another worker, or waiting for its next attempt, until then. */
  | { kind: 'later'; at: Date }
  /** Another delivery has changed the item meanwhile. */
  | { kind: 'lost' }
  | { kind: 'claimed' }
  /** The previous worker was lost after the request may have been sent. */
  | { kind: 'called' };

/** If the budget is contended for longer, the item waits for its next turn. */
const MAX_BUDGET_TRIES = 5;
const MIN_PAUSE_MS = 1000;
/** With the first pause of 2 s, the longest one is a quarter of an hour. */
const MAX_DOUBLINGS = 9;
/** With these pauses, about a minute. */
const MANY_WAITS = 5;

export type LeasedItem = ReturnType<typeof makeLeasedItem>;

/** `waits`: how often the item's task was delivered in vain. */
export function makeLeasedItem(
  { firestore }: Pick<Deps, 'firestore'>,
  tool: Tool,
  batch: Batch,
  item: ItemSnapshot,
  waits = 0,
) {
  const { index } = item.record;
  const startedCalls = item.record.startedCall ? [item.record.startedCall] : [];
  let [progress, shownProgress] = [0, 0];
  let claimedForMs = 0;
  const update = (change: ItemUpdate) => updateWhileLeased(firestore, batch.id, item, change);

  /** `maxCost` is reserved: the request may be sent. */
  function writeReserve(writer: Writer, record: ItemRecord, maxCost: Micros, spendMonth: string): ItemRecord {
    addSpend(firestore, writer, spendMonth, batch, { spent: NO_MICROS, reserved: maxCost });
    // What came before may have taken most of the lease.
    const wakeAt = Timestamp.fromMillis(Date.now() + claimedForMs);
    return { ...record, state: 'calling', reserved: maxCost, spendMonth, wakeAt };
  }

  /**
   * Leases the item to this worker, if its state and lease allow. `maxCost`: of a call that needs no check of the budget and can
   * be reserved in the same commit.
   */
  async function claim(worker: string, leaseMs: number, maxCost?: Micros): Promise<Claim> {
    claimedForMs = leaseMs;
    const claimed = await claimOnce(worker, leaseMs, maxCost);
    return claimed.kind === 'lost' && (await wasLinked()) ? claimOnce(worker, leaseMs, maxCost) : claimed;
  }

  /** Between its read and its claim, another item was linked to this one. See release-item.ts. */
  async function wasLinked(): Promise<boolean> {
    const { followedBy } = item.record;
    const current = hasPreviousStage(batch) ? await readItemSnapshot(firestore, batch.id, index) : undefined;
    if (current?.record.state !== 'queued' || current.record.followedBy === followedBy) return false;
    Object.assign(item, current);
    return true;
  }

  async function claimOnce(worker: string, leaseMs: number, maxCost?: Micros): Promise<Claim> {
    const { record } = item;
    const now = Date.now();
    const writeClaim = async <Kind extends Claim>(kind: Kind, change: ItemUpdate) =>
      (await updateIfUnchanged(firestore, batch.id, item, change)) ? kind : ({ kind: 'lost' } as const);
    const settleAs = (outcome: Outcome) =>
      writeClaim({ kind: 'settled' }, (writer) => settleItem(firestore, writer, batch, record, outcome));

    if (!record.isOpen) return { kind: 'settled' };
    if (record.state === 'waiting') return { kind: 'waiting' };
    if (batch.halfPrice) return { kind: 'half-price' };
    const isQueued = record.state === 'queued';
    if (isQueued && batch.cancelledAt) return settleAs({ state: 'cancelled' });
    const availableAt = isQueued ? record.notBefore : record.wakeAt;
    if (availableAt.toMillis() > now) return { kind: 'later', at: availableAt.toDate() };

    const lease = { worker, wakeAt: Timestamp.fromMillis(now + leaseMs) };
    if (record.state === 'calling') return writeClaim({ kind: 'called' }, () => ({ ...record, ...lease }));
    // A claimed item was not called: nothing was sent, so it can still be cancelled or claimed again.
    if (batch.cancelledAt) return settleAs({ state: 'cancelled' });
    if (record.attempts >= MAX_ATTEMPTS)
      return settleAs({ state: 'failed', reason: PORTAL_FAULTS.interrupted });
    return writeClaim({ kind: 'claimed' }, (writer) => {
      const attempts = record.attempts + 1;
      const claimedAt = record.claimedAt ?? Timestamp.fromMillis(now);
      const claimed: ItemRecord = { ...record, ...lease, state: 'claimed', attempts, claimedAt };
      // An earlier attempt may have been further.
      writeItemProgress(firestore, writer, batch, claimed, attempts > 1 ? { progress: 0 } : {});
      return maxCost === undefined ? claimed : writeReserve(writer, claimed, maxCost, monthOf(new Date(now)));
    });
  }

  /**
   * Required before a request that may be charged is sent. Reserves the maximum cost of the call. `refused`: the
   * studio's budget or the owner's limit is spent, the item has failed. `wait`: calls in progress have reserved what this call needs.
   */
  async function reserveCall(maxCost: Micros): Promise<'reserved' | 'refused' | 'wait' | 'lost'> {
    // Checked and reserved in the same month, also around midnight.
    const month = monthOf(new Date());
    const budget = await readBudget(firestore, month, batch.owner, maxCost);
    const reserve: ItemUpdate = (writer, record) => writeReserve(writer, record, maxCost, month);
    if (!budget) return (await update(reserve)) ? 'reserved' : 'lost';

    // Leaves the snapshot outdated: the next update reads the item again.
    const reserved = firestore.runTransaction(
      async (transaction) => {
        const reference = itemReference(firestore, batch.id, index);
        const record = parseItem(await transaction.get(reference));
        if (!hasSameLease(item, record)) return 'lost';
        // The response to a successful commit was lost, and the SDK runs the transaction again.
        if (record.state === 'calling') return 'reserved';
        const verdict = await checkBudget(firestore, transaction, budget, maxCost);
        if (verdict.kind === 'wait') return 'wait';
        if (verdict.kind === 'fits') {
          transaction.set(reference, reserve(transaction, record));
          return 'reserved';
        }
        const refusal: Outcome = { state: 'failed', reason: verdict.reason };
        transaction.set(reference, settleItem(firestore, transaction, batch, record, refusal));
        return 'refused';
      },
      { maxAttempts: MAX_BUDGET_TRIES },
    );
    return reserved.catch((error: unknown) => {
      if (isContended(error)) return 'wait';
      throw error;
    });
  }

  /** From then on another worker can fetch the result of the call. */
  async function saveStartedCall(startedCall: StartedCall): Promise<void> {
    startedCalls.push(startedCall);
    await update((_writer, record) => ({ ...record, startedCall }));
  }

  /** Before another call of the attempt. Returns false if the item was deleted or is leased to another worker. */
  const clearStartedCall = async (): Promise<boolean> =>
    startedCalls.length === 0 || update((_writer, record) => ({ ...record, startedCall: null }));

  /** Final. Returns false if the item was deleted or is leased to another worker. */
  const settle = (outcome: Outcome) =>
    update((writer, record) => settleItem(firestore, writer, batch, record, outcome));

  /**
   * Back to the queue until then. `paid` is the cost of the failed attempt; if undefined, no call was made and the attempt
   * is not counted. If the batch was cancelled, the item is cancelled instead.
   */
  async function release(until: Date, paid: Micros | undefined): Promise<void> {
    const current = await readBatch(firestore, batch.id);
    await update((writer, record) => {
      const cost = paid ?? NO_MICROS;
      releaseReserve(firestore, writer, batch, record, cost);
      const spent = sumMicros(record.spent, cost);
      const unreserved = { ...record, spent, reserved: NO_MICROS, spendMonth: null, startedCall: null };
      if (current?.cancelledAt) {
        return settleItem(firestore, writer, batch, unreserved, { state: 'cancelled' });
      }
      const released: ItemRecord = {
        ...unreserved,
        state: 'queued',
        worker: null,
        attempts: paid === undefined ? record.attempts - 1 : record.attempts,
        notBefore: Timestamp.fromDate(until),
        wakeAt: Timestamp.fromMillis(until.getTime() + QUEUED_FOR_MS),
      };
      writeItemProgress(firestore, writer, batch, released);
      return released;
    });
  }

  /** Returns false if `worker` no longer has the item. The owner sees the progress in the same commit. */
  async function renewLease(worker: string, leaseMs: number): Promise<boolean> {
    if (!item.record.isOpen || item.record.worker !== worker) return false;
    const seen = progress;
    const isRenewed = await update((writer, record) => {
      if (seen > shownProgress) writeItemProgress(firestore, writer, batch, record, { progress: seen });
      return { ...record, wakeAt: Timestamp.fromMillis(Date.now() + leaseMs) };
    });
    if (isRenewed) shownProgress = seen;
    return isRenewed;
  }

  /** The task has come again although a worker has the item: that worker was lost. The owner sees when another takes over. */
  async function showRetry(at: Date): Promise<void> {
    if (item.record.state === 'queued') return;
    await updateIfUnchanged(firestore, batch.id, item, (writer, record) => {
      writeItemProgress(firestore, writer, batch, record, { retryAt: Timestamp.fromDate(at) });
      return record;
    });
  }

  /** When to try again what fails without a time of its own. Each pause is twice as long. */
  const findPauseEnd = (): Date => {
    const firstMs = Math.max(MIN_PAUSE_MS, readEngineSettings().retryAfterMs);
    return new Date(Date.now() + firstMs * 2 ** Math.min(waits, MAX_DOUBLINGS));
  };

  const setLeaseEnd = (end: number) =>
    update((_writer, record) => ({ ...record, wakeAt: Timestamp.fromMillis(end) }));

  return {
    tool,
    batch,
    index,
    /** For logs and errors. */
    name: `Item ${index} of ${batch.id}`,
    publicId: publicIdOf(batch, index),
    /** The item as of the latest update. */
    readRecord: () => item.record,
    claim,
    reserveCall,
    saveStartedCall,
    clearStartedCall,
    /** Those of this delivery, and the one that it found. */
    startedCalls,
    settle,
    release,
    /** The share of the attempt that is done, until the next renewal in memory only. */
    setProgress: (share: number): void => {
      progress = share;
    },
    renewLease,
    showRetry,
    findPauseEnd,
    /** The item has been tried for a while, without success. */
    hasWaitedLong: waits >= MANY_WAITS,
    /** From then on another delivery can claim the item. */
    endLease: (end: Date) => setLeaseEnd(end.getTime()),
  };
}

/** For logs. */
export const nameOf = ({ batch, index }: LeasedItem) => ({ batch: batch.id, item: index });
