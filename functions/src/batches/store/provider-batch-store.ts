import { Timestamp, type DocumentSnapshot, type Firestore } from 'firebase-admin/firestore';
import { nameWorker } from '../../platform/leases.ts';
import { findTaskTimes } from '../../platform/queues/task-times.ts';
import { FOLLOW_MS, ProviderBatchRecordSchema, type ProviderBatchRecord } from './provider-batch-record.ts';

export interface ProviderBatch extends ProviderBatchRecord {
  id: string;
}

/** The next sweep reads what one query leaves out. */
const MAX_DUE = 200;
/** Of one batch: more than its items become ready in. */
const MAX_OF_BATCH = 200;

const providerBatchesOf = (firestore: Firestore) => firestore.collection('providerBatches');

export const makeProviderBatchId = (firestore: Firestore): string => providerBatchesOf(firestore).doc().id;

export const providerBatchReference = (firestore: Firestore, id: string) =>
  providerBatchesOf(firestore).doc(id);

export const parseProviderBatch = (snapshot: DocumentSnapshot): ProviderBatch | undefined =>
  snapshot.exists ? { id: snapshot.id, ...ProviderBatchRecordSchema.parse(snapshot.data()) } : undefined;

/** Outlasts the work, so that its worker has stopped before another starts: it may create something that costs money. */
export const findLeaseEnd = (): Timestamp =>
  Timestamp.fromMillis(Date.now() + findTaskTimes('call').itemLeaseMs);

/** Leases it. Undefined if it has ended, or another worker has it. */
export const claimProviderBatch = (firestore: Firestore, id: string): Promise<ProviderBatch | undefined> =>
  firestore.runTransaction(async (transaction) => {
    const reference = providerBatchReference(firestore, id);
    const found = parseProviderBatch(await transaction.get(reference));
    if (!found || found.state === 'ended') return undefined;
    if (found.worker !== null && found.leasedUntil.toMillis() > Date.now()) return undefined;
    const leasedUntil = findLeaseEnd();
    const claim = { worker: nameWorker(), leasedUntil, dueAt: leasedUntil };
    transaction.update(reference, claim);
    return { ...found, ...claim };
  });

/** Returns the changed one; undefined, and writes nothing, if another worker has it. */
export const updateLeased = (
  firestore: Firestore,
  { id, worker }: ProviderBatch,
  change: Partial<ProviderBatchRecord>,
): Promise<ProviderBatch | undefined> =>
  firestore.runTransaction(async (transaction) => {
    const reference = providerBatchReference(firestore, id);
    const found = parseProviderBatch(await transaction.get(reference));
    if (!found || found.state === 'ended' || found.worker !== worker) return undefined;
    transaction.update(reference, change);
    return { ...found, ...change };
  });

/** Undefined if another worker has it. */
export const renewLease = (
  firestore: Firestore,
  providerBatch: ProviderBatch,
): Promise<ProviderBatch | undefined> => {
  const leasedUntil = findLeaseEnd();
  return updateLeased(firestore, providerBatch, { leasedUntil, dueAt: leasedUntil });
};

/** Lets other workers have it, from `dueAt` on through the schedule. */
export const release = (
  firestore: Firestore,
  providerBatch: ProviderBatch,
  change: Partial<ProviderBatchRecord> = {},
  pauseMs = FOLLOW_MS,
): Promise<ProviderBatch | undefined> => {
  const dueAt = Timestamp.fromMillis(Date.now() + pauseMs);
  return updateLeased(firestore, providerBatch, { ...change, worker: null, dueAt });
};

export const ENDED = {
  state: 'ended',
  openSince: null,
  dueAt: null,
  worker: null,
} as const satisfies Partial<ProviderBatchRecord>;

/** Ids of those that a worker should look after. */
export async function readDueIds(firestore: Firestore, now: Timestamp): Promise<string[]> {
  const due = providerBatchesOf(firestore).where('dueAt', '<=', now).orderBy('dueAt').limit(MAX_DUE);
  return (await due.select().get()).docs.map(({ id }) => id);
}

/** Those of the batch that have not ended. */
export async function readOpenOf(firestore: Firestore, batchId: string): Promise<ProviderBatch[]> {
  const found = await providerBatchesOf(firestore).where('batchId', '==', batchId).limit(MAX_OF_BATCH).get();
  return found.docs
    .flatMap((snapshot) => parseProviderBatch(snapshot) ?? [])
    .filter(({ state }) => state !== 'ended');
}

/** How many were open since then. Costs one read. */
export async function countOpenSince(firestore: Firestore, since: Timestamp): Promise<number> {
  const open = providerBatchesOf(firestore).where('openSince', '<=', since);
  return (await open.count().get()).data().count;
}
