/** Every change of an item's state; see the glossary in the contract. Each is one transaction on the item's own record. */
import { MOST_ATTEMPTS } from '@portal/contracts/batches';
import { Timestamp, type Transaction } from 'firebase-admin/firestore';
import type { Deps } from '../deps.ts';
import type { StoredImage } from '../media/stored-image.ts';
import { describeBudget, readBudget } from '../spend/budget.ts';
import { addSpend, monthOf, readSpend } from '../spend/spend-store.ts';
import type { ItemRecord, ItemTexts, ItemView } from './batch-record.ts';
import { itemReference, markItem, parseBatch, parseItem, batchReference, type Batch } from './batch-store.ts';
import { QUEUED_FOR_MS } from './create-batch.ts';

/** How an item ended, or why it waits. */
export type Outcome =
  | { state: 'done'; image: StoredImage; cost: number }
  | { state: 'done'; texts: ItemTexts; cost: number }
  | { state: 'failed'; reason: string; cost?: number }
  | { state: 'uncertain'; reason: string; cost?: number }
  | { state: 'cancelled' };

export type Claim =
  /** Gone or final: nothing to do. */
  | { kind: 'settled' }
  /** Another delivery has it, or it rests: come again. */
  | { kind: 'later' }
  | { kind: 'claimed'; item: ItemRecord }
  /** Called by a worker that was lost: only what is stored can tell how it ended. */
  | { kind: 'called'; item: ItemRecord }
  | { kind: 'stored'; item: ItemRecord; image: StoredImage };

const LOST = 'The work on this image broke off several times.';

/** Gives an item to this worker, as far as its lease and state allow. */
export const claimItem = (deps: Deps, batch: Batch, index: number, worker: string, leaseMs: number) =>
  deps.firestore.runTransaction(async (transaction): Promise<Claim> => {
    const reference = itemReference(deps.firestore, batch.id, index);
    const item = parseItem(await transaction.get(reference));
    if (!item?.isOpen) return { kind: 'settled' };
    const now = Date.now();
    if (item.state === 'queued' && item.notBefore.toMillis() > now) return { kind: 'later' };
    if (item.state !== 'queued' && item.wakeAt.toMillis() > now) return { kind: 'later' };
    if (item.state === 'queued' && batch.cancelledAt) {
      settle(deps, transaction, batch, item, { state: 'cancelled' });
      return { kind: 'settled' };
    }
    const lease = { worker, wakeAt: Timestamp.fromMillis(now + leaseMs) };
    if (item.state === 'queued' || item.state === 'claimed') {
      if (item.attempts >= MOST_ATTEMPTS) {
        settle(deps, transaction, batch, item, { state: 'failed', reason: LOST });
        return { kind: 'settled' };
      }
      const claimed: ItemRecord = {
        ...item,
        ...lease,
        state: 'claimed',
        attempts: item.attempts + 1,
        claimedAt: item.claimedAt ?? Timestamp.fromMillis(now),
      };
      transaction.set(reference, claimed);
      markItem(deps.firestore, transaction, batch, index, viewItem(claimed));
      return { kind: 'claimed', item: claimed };
    }
    transaction.update(reference, lease);
    const held = { ...item, ...lease };
    return item.image ? { kind: 'stored', item: held, image: item.image } : { kind: 'called', item: held };
  });

/** Before the request may leave; sets its price aside. A budget that it would pass makes the item fail instead. */
export async function noteCalling(
  deps: Deps,
  batch: Batch,
  item: ItemRecord,
  price: number,
): Promise<'noted' | 'refused' | 'lost'> {
  const budget = await readBudget(deps.firestore, price);
  let isRefused = false;
  const isHeld = await changeHeld(deps, batch, item, async (transaction, held) => {
    const spendMonth = monthOf(new Date());
    const spent = budget?.isNear ? await readSpend(deps.firestore, spendMonth, transaction) : 0;
    isRefused = budget !== undefined && spent + price > budget.dollars;
    if (budget && isRefused) {
      settle(deps, transaction, batch, held, { state: 'failed', reason: describeBudget(budget) });
      return;
    }
    const change = { state: 'calling', reserved: price, spendMonth } as const;
    transaction.update(itemReference(deps.firestore, batch.id, item.index), change);
    addSpend(deps.firestore, transaction, spendMonth, { ...batch, index: item.index }, price);
    Object.assign(item, change);
  });
  if (!isHeld) return 'lost';
  return isRefused ? 'refused' : 'noted';
}

/** Its bytes are kept: whatever happens now, it will not be made again. */
export const noteStored = (deps: Deps, batch: Batch, item: ItemRecord, image: StoredImage, cost: number) =>
  changeHeld(deps, batch, item, (transaction) => {
    const change = { state: 'stored', image, cost } as const;
    transaction.update(itemReference(deps.firestore, batch.id, item.index), change);
    Object.assign(item, change);
  });

/** Lets the next delivery have it. */
export const endLease = (deps: Deps, batch: Batch, item: ItemRecord) =>
  changeHeld(deps, batch, item, (transaction) => {
    transaction.update(itemReference(deps.firestore, batch.id, item.index), { wakeAt: Timestamp.now() });
  });

/** Final. False when the item is gone or somebody else's by now. */
export const settleItem = (deps: Deps, batch: Batch, item: ItemRecord, outcome: Outcome) =>
  changeHeld(deps, batch, item, (transaction) => settle(deps, transaction, batch, item, outcome));

/**
 * Back to the queue until then. `paid`: dollars of the attempt that came to nothing; undefined when nobody was called, which
 * is no attempt.
 */
export const releaseItem = (
  deps: Deps,
  batch: Batch,
  item: ItemRecord,
  until: Date,
  paid: number | undefined,
) =>
  changeHeld(deps, batch, item, async (transaction, held) => {
    const current = parseBatch(await transaction.get(batchReference(deps.firestore, batch.id)));
    returnReserved(deps, transaction, batch, held, paid ?? 0);
    const counted = { ...held, spent: held.spent + (paid ?? 0), reserved: 0, spendMonth: null };
    if (current?.cancelledAt) {
      settle(deps, transaction, batch, counted, { state: 'cancelled' });
      return;
    }
    const released: ItemRecord = {
      ...counted,
      state: 'queued',
      worker: null,
      attempts: paid === undefined ? held.attempts - 1 : held.attempts,
      notBefore: Timestamp.fromDate(until),
      wakeAt: Timestamp.fromMillis(until.getTime() + QUEUED_FOR_MS),
    };
    transaction.set(itemReference(deps.firestore, batch.id, item.index), released);
    markItem(deps.firestore, transaction, batch, item.index, viewItem(released));
  });

/** For whoever still holds the lease; of others nothing is changed. */
const changeHeld = (
  { firestore }: Deps,
  batch: Batch,
  item: ItemRecord,
  change: (transaction: Transaction, held: ItemRecord) => Promise<void> | void,
): Promise<boolean> =>
  firestore.runTransaction(
    async (transaction) => {
      const held = parseItem(await transaction.get(itemReference(firestore, batch.id, item.index)));
      if (!held?.isOpen || held.worker !== item.worker) return false;
      await change(transaction, held);
      return true;
    },
    // Near the end of a budget all workers of the studio wait for each other.
    { maxAttempts: 20 },
  );

/** Within a transaction that has read the item. */
export function settle(
  deps: Deps,
  transaction: Transaction,
  batch: Batch,
  item: ItemRecord,
  outcome: Outcome,
): void {
  const cost = costOf(item, outcome);
  const settled: ItemRecord = {
    ...item,
    state: outcome.state,
    isOpen: false,
    cost: item.spent + cost,
    reserved: 0,
    image: 'image' in outcome ? outcome.image : null,
    texts: 'texts' in outcome ? outcome.texts : null,
  };
  returnReserved(deps, transaction, batch, item, cost);
  transaction.set(itemReference(deps.firestore, batch.id, item.index), settled);
  const reason = 'reason' in outcome ? outcome.reason : undefined;
  markItem(deps.firestore, transaction, batch, item.index, viewItem(settled, reason));
}

/** Of the last attempt; what may have been charged counts with what was set aside for it. */
function costOf(item: ItemRecord, outcome: Outcome): number {
  const known = ('cost' in outcome && outcome.cost) || 0;
  return outcome.state === 'uncertain' ? item.reserved + known : known;
}

const returnReserved = (
  { firestore }: Deps,
  transaction: Transaction,
  batch: Batch,
  item: ItemRecord,
  cost: number,
) =>
  item.spendMonth !== null &&
  addSpend(firestore, transaction, item.spendMonth, { ...batch, index: item.index }, cost - item.reserved);

export const viewItem = (item: ItemRecord, reason?: string): ItemView => ({
  state: item.state,
  variant: item.variant,
  claimedAt: item.claimedAt,
  attempts: item.attempts,
  cost: item.isOpen ? item.spent : item.cost,
  ...(item.image && { image: item.image }),
  ...(item.texts && { texts: item.texts }),
  ...(reason !== undefined && { reason }),
});
