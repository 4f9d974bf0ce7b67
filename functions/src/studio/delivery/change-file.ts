/** Every change of a file's state. Each is one transaction, in which the counts of the delivery follow. */
import type { DeliveryFileState } from '@portal/contracts/delivery';
import { FieldValue, Timestamp, type Firestore, type Transaction } from 'firebase-admin/firestore';
import { userReference } from '../../identity/access-store.ts';
import {
  deliveryReference,
  fileReference,
  pageIndexes,
  parseDelivery,
  parseFile,
  type DeliveryRecord,
  type FileRecord,
  type StoredDelivery,
} from './delivery-store.ts';

export interface FilePlace {
  id: string;
  index: number;
}

/** A file in the hands of one worker. */
export interface LeasedFile extends FilePlace {
  worker: string;
}

export type Outcome =
  | { state: 'sent'; note: string | null }
  | { state: 'failed'; note: string; hasNotArrived: boolean }
  | { state: 'cancelled' };

export type Claim =
  /** Nothing to do, or the delivery was deleted. */
  | { kind: 'over' }
  /** Leased by another worker, or waiting for its next attempt, until then. */
  | { kind: 'later'; at: Date }
  | { kind: 'claimed'; delivery: StoredDelivery; file: FileRecord };

/** Without progress. */
export const MAX_ATTEMPTS = 8;
const REASONS = {
  interrupted: 'Sending was interrupted too often.',
  expired: 'The picture expired before it could be sent.',
  mayHaveArrived: 'It may be at the agency already: the connection was lost while it arrived.',
} as const;

const OPEN: ReadonlySet<DeliveryFileState> = new Set(['queued', 'sending']);
const isOpen = ({ state }: Pick<FileRecord, 'state'>): boolean => OPEN.has(state);

/** Leases the file to this worker, or settles it if it must not be sent any more. */
export const claimFile = (
  firestore: Firestore,
  { id, index, worker }: LeasedFile,
  leaseMs: number,
): Promise<Claim> =>
  firestore.runTransaction(async (transaction): Promise<Claim> => {
    const reference = fileReference(firestore, id, index);
    const [ofDelivery, ofFile] = await transaction.getAll(deliveryReference(firestore, id), reference);
    const delivery = ofDelivery && parseDelivery(ofDelivery);
    const file = parseFile(ofFile);
    if (!delivery || !file || !isOpen(file)) return { kind: 'over' };
    const now = Date.now();
    if (file.dueAt && file.dueAt.toMillis() > now) return { kind: 'later', at: file.dueAt.toDate() };
    // A revoke may not have come to the deliveries yet.
    const owner = await transaction.get(userReference(firestore, delivery.owner));
    const end: Outcome | undefined = owner.exists ? findEnd(delivery, file, now) : { state: 'cancelled' };
    if (end) {
      settle(firestore, transaction, id, file, end);
      return { kind: 'over' };
    }
    const claimed: FileRecord = {
      ...file,
      state: 'sending',
      worker,
      dueAt: Timestamp.fromMillis(now + leaseMs),
      attempts: file.attempts + 1,
    };
    transaction.set(reference, claimed);
    return { kind: 'claimed', delivery, file: claimed };
  });

function findEnd(delivery: DeliveryRecord, file: FileRecord, now: number): Outcome | undefined {
  const fail = (note: string): Outcome => ({ state: 'failed', note, hasNotArrived: false });
  if (delivery.stopped !== null) return fail(delivery.stopped);
  if (delivery.cancelledAt) return { state: 'cancelled' };
  if (delivery.expiresAt.toMillis() <= now) return fail(REASONS.expired);
  return file.attempts >= MAX_ATTEMPTS ? fail(REASONS.interrupted) : undefined;
}

/** Returns false, and writes nothing, if another worker has the file or it is over. */
export const updateWhileLeased = (
  firestore: Firestore,
  { id, index, worker }: LeasedFile,
  change: Partial<FileRecord>,
): Promise<boolean> =>
  firestore.runTransaction(async (transaction) => {
    const reference = fileReference(firestore, id, index);
    const file = parseFile(await transaction.get(reference));
    if (file?.state !== 'sending' || file.worker !== worker) return false;
    transaction.update(reference, { ...change });
    return true;
  });

/** Before the file gets its final name, which it must not if another worker has it or it was cancelled. */
export const markMayHaveArrived = (
  firestore: Firestore,
  { id, index, worker }: LeasedFile,
): Promise<'marked' | 'cancelled' | 'lost'> =>
  firestore.runTransaction(async (transaction) => {
    const reference = fileReference(firestore, id, index);
    const [ofDelivery, ofFile] = await transaction.getAll(deliveryReference(firestore, id), reference);
    const delivery = ofDelivery && parseDelivery(ofDelivery);
    const file = parseFile(ofFile);
    if (!delivery || file?.state !== 'sending' || file.worker !== worker) return 'lost';
    const owner = await transaction.get(userReference(firestore, delivery.owner));
    if ((delivery.cancelledAt || !owner.exists) && !file.mayHaveArrived) return 'cancelled';
    transaction.update(reference, { mayHaveArrived: true });
    return 'marked';
  });

/** Back to the queue until then. */
export const releaseFile = (
  firestore: Firestore,
  file: LeasedFile,
  until: Date,
  progress: Pick<FileRecord, 'attempts' | 'sentBytes'>,
): Promise<boolean> =>
  updateWhileLeased(firestore, file, {
    state: 'queued',
    worker: null,
    dueAt: Timestamp.fromDate(until),
    ...progress,
  });

/** Final. Returns false if another worker has the file. */
export const settleFile = (
  firestore: Firestore,
  { id, index, worker }: LeasedFile,
  outcome: Outcome,
): Promise<boolean> =>
  firestore.runTransaction(async (transaction) => {
    const file = parseFile(await transaction.get(fileReference(firestore, id, index)));
    if (file?.state !== 'sending' || file.worker !== worker) return false;
    settle(firestore, transaction, id, file, outcome);
    return true;
  });

/** Settles all files that wait in the queue. Idempotent. Those that are being sent end by themselves. */
export async function settleQueued(
  firestore: Firestore,
  delivery: StoredDelivery,
  outcome: Outcome,
): Promise<number> {
  let settled = 0;
  for (const indexes of pageIndexes(delivery)) {
    settled += await firestore.runTransaction(async (transaction) => {
      const found = await transaction.getAll(
        ...indexes.map((index) => fileReference(firestore, delivery.id, index)),
      );
      const queued = found
        .flatMap((snapshot) => parseFile(snapshot) ?? [])
        .filter(({ state }) => state === 'queued');
      for (const file of queued) writeSettled(firestore, transaction, delivery.id, file, outcome);
      addCounts(firestore, transaction, delivery.id, outcome.state, queued.length, 0);
      return queued.length;
    });
  }
  return settled;
}

function settle(
  firestore: Firestore,
  transaction: Transaction,
  id: string,
  file: FileRecord,
  outcome: Outcome,
): void {
  writeSettled(firestore, transaction, id, file, outcome);
  const bytes = outcome.state === 'sent' ? (file.prepared?.bytes ?? 0) : 0;
  addCounts(firestore, transaction, id, outcome.state, 1, bytes);
}

function writeSettled(
  firestore: Firestore,
  transaction: Transaction,
  id: string,
  file: FileRecord,
  outcome: Outcome,
): void {
  const isSent = outcome.state === 'sent';
  const hasNotArrived = outcome.state === 'failed' && outcome.hasNotArrived;
  const doubt = file.mayHaveArrived && !isSent && !hasNotArrived ? REASONS.mayHaveArrived : undefined;
  const notes = [outcome.state === 'cancelled' ? undefined : outcome.note, doubt];
  transaction.set(fileReference(firestore, id, file.index), {
    ...file,
    state: outcome.state,
    worker: null,
    dueAt: null,
    mayHaveArrived: file.mayHaveArrived && !hasNotArrived,
    sentBytes: isSent ? (file.prepared?.bytes ?? file.sentBytes) : file.sentBytes,
    note: notes.filter((note) => note !== undefined && note !== null).join(' ') || null,
    sentAt: isSent ? Timestamp.now() : null,
  } satisfies FileRecord);
}

function addCounts(
  firestore: Firestore,
  transaction: Transaction,
  id: string,
  state: Outcome['state'],
  files: number,
  bytes: number,
): void {
  if (files === 0) return;
  transaction.update(deliveryReference(firestore, id), {
    [`counts.${state}`]: FieldValue.increment(files),
    sentBytes: FieldValue.increment(bytes),
  });
}
