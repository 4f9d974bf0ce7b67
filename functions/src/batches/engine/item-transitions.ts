/** Every change of an item's state; see the glossary in the contract. */
import { MOST_ATTEMPTS, type PermanentFailure } from '@portal/contracts/batches';
import { Timestamp, type Firestore } from 'firebase-admin/firestore';
import type { Deps } from '../../deps.ts';
import type { StoredImage } from '../../media/stored-image.ts';
import type { Writer } from '../../platform/writer.ts';
import { checkBudget, describeBudget, readBudget } from '../../spend/check-budget.ts';
import { negateMicros, NO_MICROS, sumMicros, type Micros } from '../../spend/micros.ts';
import { addSpend, monthOf } from '../../spend/spend-store.ts';
import type { ItemRecord, ItemTexts, ItemView } from '../store/batch-record.ts';
import { itemReference, markItem, parseItem, readBatch, type Batch } from '../store/batch-store.ts';
import { QUEUED_FOR_MS } from './create-batch.ts';
import { changeHeld, changeSeen, isHeld, type Change, type SeenItem } from '../store/seen-item.ts';

/** How an item ended, or why it waits. */
export type Outcome =
  | { state: 'done'; image: StoredImage; cost: Micros }
  | { state: 'done'; texts: ItemTexts; cost: Micros }
  | { state: 'failed'; reason: string; cost?: Micros | undefined; permanent?: PermanentFailure | undefined }
  /** `cost`: at most; without it, all that was set aside. */
  | { state: 'uncertain'; reason: string; cost?: Micros | undefined }
  | { state: 'cancelled' };

export type Claim =
  /** Final: nothing to do. */
  | { kind: 'settled' }
  /** Another delivery has it, or it rests: come again. */
  | { kind: 'later' }
  | { kind: 'claimed' }
  /** Called by a worker that was lost: only what is stored can tell how it ended. */
  | { kind: 'called' }
  | { kind: 'stored'; image: StoredImage };

const LOST = 'The work on this image broke off several times.';

/** Gives an item to this worker, as far as its lease and state allow. */
export async function claimItem(
  { firestore }: Deps,
  batch: Batch,
  item: SeenItem,
  worker: string,
  leaseMs: number,
): Promise<Claim> {
  const { record } = item;
  const { state, image } = record;
  const now = Date.now();
  const claimAs = async <Kind extends Claim>(
    claim: Kind,
    change: Change,
  ): Promise<Kind | { kind: 'later' }> =>
    (await changeSeen(firestore, batch.id, item, change)) ? claim : { kind: 'later' };
  const settleAs = (outcome: Outcome) =>
    claimAs({ kind: 'settled' }, (writer) => settle(firestore, writer, batch, record, outcome));

  if (!record.isOpen) return { kind: 'settled' };
  if (state === 'queued' && batch.cancelledAt) return settleAs({ state: 'cancelled' });
  const freeAt = state === 'queued' ? record.notBefore : record.wakeAt;
  if (freeAt.toMillis() > now) return { kind: 'later' };
  // Its worker was lost before anything was sent.
  if (state === 'claimed' && batch.cancelledAt) return settleAs({ state: 'cancelled' });
  const lease = { worker, wakeAt: Timestamp.fromMillis(now + leaseMs) };
  if (state !== 'queued' && state !== 'claimed') {
    return claimAs(image ? { kind: 'stored', image } : { kind: 'called' }, () => ({ ...record, ...lease }));
  }
  if (record.attempts >= MOST_ATTEMPTS) return settleAs({ state: 'failed', reason: LOST });
  return claimAs({ kind: 'claimed' }, (writer) => {
    const attempts = record.attempts + 1;
    const claimedAt = record.claimedAt ?? Timestamp.fromMillis(now);
    const claimed: ItemRecord = { ...record, ...lease, state: 'claimed', attempts, claimedAt };
    markItem(firestore, writer, batch, record.index, viewItem(claimed));
    return claimed;
  });
}

/** Contended for, a budget is looked at again when the item's turn comes again. */
const MAX_BUDGET_TRIES = 5;
const ABORTED = 10;

/**
 * Before the request may leave; sets aside the most that the call can cost. A call that the budget does not cover makes the
 * item fail. `wait`: the budget covers it if calls in progress cost less than was set aside for them.
 */
export async function noteCalling(
  { firestore }: Deps,
  batch: Batch,
  item: SeenItem,
  price: Micros,
): Promise<'noted' | 'refused' | 'wait' | 'lost'> {
  const spendMonth = monthOf(new Date());
  const budget = await readBudget(firestore, spendMonth, price);
  const note: Change = (writer, record) => {
    const reservation = { spent: NO_MICROS, reserved: price };
    addSpend(firestore, writer, spendMonth, { ...batch, index: record.index }, reservation);
    return { ...record, state: 'calling', reserved: price, spendMonth };
  };
  if (!budget) return (await changeHeld(firestore, batch.id, item, note)) ? 'noted' : 'lost';

  // The item is seen anew at its next change.
  const noted = firestore.runTransaction(
    async (transaction) => {
      const reference = itemReference(firestore, batch.id, item.record.index);
      const record = parseItem(await transaction.get(reference));
      if (!isHeld(item, record)) return 'lost';
      // The answer to a commit was lost, and Firestore has run the transaction again.
      if (record.state === 'calling') return 'noted';
      const verdict = await checkBudget(firestore, transaction, budget, price);
      if (verdict === 'wait') return 'wait';
      const refusal: Outcome = { state: 'failed', reason: describeBudget(budget) };
      const changed =
        verdict === 'fits'
          ? note(transaction, record)
          : settle(firestore, transaction, batch, record, refusal);
      transaction.set(reference, changed);
      return verdict === 'fits' ? 'noted' : 'refused';
    },
    { maxAttempts: MAX_BUDGET_TRIES },
  );
  return noted.catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === ABORTED) return 'wait';
    throw error;
  });
}

/** Its bytes are kept: whatever happens now, it will not be made again. */
export const noteStored = (
  { firestore }: Deps,
  batch: Batch,
  item: SeenItem,
  image: StoredImage,
  cost: Micros,
) =>
  changeHeld(firestore, batch.id, item, (_writer, record) => ({ ...record, state: 'stored', image, cost }));

/** False when this worker no longer has the item. */
export const renewLease = async (
  { firestore }: Pick<Deps, 'firestore'>,
  batch: Batch,
  item: SeenItem,
  worker: string | null,
  leaseMs: number,
): Promise<boolean> =>
  item.record.isOpen &&
  item.record.worker === worker &&
  changeHeld(firestore, batch.id, item, (_writer, record) => ({
    ...record,
    wakeAt: Timestamp.fromMillis(Date.now() + leaseMs),
  }));

/** Lets the next delivery have it. */
export const endLease = ({ firestore }: Deps, batch: Batch, item: SeenItem) =>
  changeHeld(firestore, batch.id, item, (_writer, record) => ({ ...record, wakeAt: Timestamp.now() }));

/** Final. False when the item is gone or somebody else's by now. */
export const settleItem = ({ firestore }: Deps, batch: Batch, item: SeenItem, outcome: Outcome) =>
  changeHeld(firestore, batch.id, item, (writer, record) =>
    settle(firestore, writer, batch, record, outcome),
  );

/**
 * Back to the queue until then, or cancelled with its batch; of a batch that is cancelled at this very moment, at its next
 * delivery. `paid`: for the attempt that came to nothing; undefined when nobody was called, which is no attempt.
 */
export async function releaseItem(
  { firestore }: Deps,
  batch: Batch,
  item: SeenItem,
  until: Date,
  paid: Micros | undefined,
): Promise<void> {
  const current = await readBatch(firestore, batch.id);
  await changeHeld(firestore, batch.id, item, (writer, record) => {
    const cost = paid ?? NO_MICROS;
    returnReserved(firestore, writer, batch, record, cost);
    const spent = sumMicros(record.spent, cost);
    const counted = { ...record, spent, reserved: NO_MICROS, spendMonth: null };
    if (current?.cancelledAt) return settle(firestore, writer, batch, counted, { state: 'cancelled' });
    const released: ItemRecord = {
      ...counted,
      state: 'queued',
      worker: null,
      attempts: paid === undefined ? record.attempts - 1 : record.attempts,
      notBefore: Timestamp.fromDate(until),
      wakeAt: Timestamp.fromMillis(until.getTime() + QUEUED_FOR_MS),
    };
    markItem(firestore, writer, batch, record.index, viewItem(released));
    return released;
  });
}

/** Answers the item as it then is; the caller writes it. */
export function settle(
  firestore: Firestore,
  writer: Writer,
  batch: Batch,
  item: ItemRecord,
  outcome: Outcome,
): ItemRecord {
  const cost = costOf(item, outcome);
  const settled: ItemRecord = {
    ...item,
    state: outcome.state,
    isOpen: false,
    cost: sumMicros(item.spent, cost),
    reserved: NO_MICROS,
    image: 'image' in outcome ? outcome.image : null,
    texts: 'texts' in outcome ? outcome.texts : null,
  };
  returnReserved(firestore, writer, batch, item, cost);
  markItem(firestore, writer, batch, item.index, {
    ...viewItem(settled),
    ...('reason' in outcome && { reason: outcome.reason }),
    ...('permanent' in outcome && outcome.permanent && { permanent: outcome.permanent }),
  });
  return settled;
}

/** Of the last attempt. */
function costOf(item: ItemRecord, outcome: Outcome): Micros {
  const unknown = outcome.state === 'uncertain' ? item.reserved : NO_MICROS;
  return 'cost' in outcome && outcome.cost !== undefined ? outcome.cost : unknown;
}

const returnReserved = (firestore: Firestore, writer: Writer, batch: Batch, item: ItemRecord, cost: Micros) =>
  item.spendMonth !== null &&
  addSpend(
    firestore,
    writer,
    item.spendMonth,
    { ...batch, index: item.index },
    { spent: cost, reserved: negateMicros(item.reserved) },
  );

export const viewItem = (item: ItemRecord): ItemView => ({
  state: item.state,
  variant: item.variant,
  claimedAt: item.claimedAt,
  attempts: item.attempts,
  cost: item.isOpen ? item.spent : item.cost,
  ...(item.image && { image: item.image }),
  ...(item.texts && { texts: item.texts }),
});
