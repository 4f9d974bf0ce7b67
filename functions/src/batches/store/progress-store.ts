/**
 * What polls read: the progress of a batch's items, and changes of a batch as a whole. Both live in collections of one
 * name, so that one query finds the latest change. See docs/decisions/006.
 */
import type { ToolName } from '@portal/contracts/batches';
import {
  FieldValue,
  Timestamp,
  type DocumentSnapshot,
  type Firestore,
  type Transaction,
} from 'firebase-admin/firestore';
import type { Writer } from '../../platform/writer.ts';
import { ProgressSchema, type ItemRecord, type ItemView, type ItemViews } from './batch-record.ts';
import { batchReference, type Batch } from './batch-store.ts';

/** The collection's name in Firestore. */
export const PROGRESS = 'marks';
/** Documents that share a batch's items: Firestore takes about one write a second per document. */
export const PROGRESS_SHARDS = 10;
const MAX_CHANGES = 100;

export const progressReference = (firestore: Firestore, batchId: string, index: number) =>
  progressOf(firestore, batchId).doc(String(index % PROGRESS_SHARDS));

const progressOf = (firestore: Firestore, batchId: string) =>
  batchReference(firestore, batchId).collection(PROGRESS);

const viewItem = (item: ItemRecord): ItemView => ({
  state: item.state,
  variant: item.variant,
  claimedAt: item.claimedAt,
  attempts: item.attempts,
  cost: item.isOpen ? item.spent : item.cost,
  ...(item.image && { image: item.image }),
  ...(item.texts && { texts: item.texts }),
});

type BatchKey = Pick<Batch, 'owner' | 'tool' | 'id' | 'expiresAt'>;

const describeChange = ({ owner, tool, id, expiresAt }: BatchKey) => ({
  owner,
  tool,
  batchId: id,
  changedAt: FieldValue.serverTimestamp(),
  expiresAt,
});

/** A blind write: workers do not wait for each other. */
export function writeItemProgress(
  firestore: Firestore,
  writer: Writer,
  batch: BatchKey,
  item: ItemRecord,
  failure: Pick<ItemView, 'reason' | 'permanent'> = {},
): void {
  const items = { [item.index]: { ...viewItem(item), ...failure } };
  const reference = progressReference(firestore, batch.id, item.index);
  writer.set(reference, { ...describeChange(batch), items }, { merge: true });
}

/** Records that the batch as a whole changed. Outlives the batch, so that polls see its deletion. */
export function writeBatchChange(firestore: Firestore, writer: Writer, batch: BatchKey): void {
  const history = firestore.collection('histories').doc(`${batch.tool}~${batch.owner}`);
  writer.set(history.collection(PROGRESS).doc(batch.id), describeChange(batch));
}

/** From the progress documents while the batch runs, from the batch itself once it has ended. */
export async function readItemViews(firestore: Firestore, batch: Batch): Promise<ItemViews> {
  if (batch.endedAt) return batch.items;
  return mergeProgress((await progressOf(firestore, batch.id).get()).docs);
}

export const readProgressIn = async (
  firestore: Firestore,
  transaction: Transaction,
  batchId: string,
): Promise<ItemViews> => mergeProgress((await transaction.get(progressOf(firestore, batchId))).docs);

const mergeProgress = (shards: readonly DocumentSnapshot[]): ItemViews =>
  Object.assign({}, ...shards.map((shard) => ProgressSchema.parse(shard.data()).items));

const changesOf = (firestore: Firestore, tool: ToolName, owner: string) =>
  firestore.collectionGroup(PROGRESS).where('owner', '==', owner).where('tool', '==', tool);

/** A version that differs after every change to the owner's batches. Costs one read. */
export async function readHistoryVersion(
  firestore: Firestore,
  tool: ToolName,
  owner: string,
): Promise<string> {
  const latest = await changesOf(firestore, tool, owner)
    .orderBy('changedAt', 'desc')
    .limit(1)
    .select('changedAt')
    .get();
  const change = latest.docs[0];
  return change ? `${change.updateTime.seconds}.${change.updateTime.nanoseconds}` : 'none';
}

/** Ids of changed batches; undefined if there are so many that reading the whole history is cheaper. */
export async function readChangedSince(
  firestore: Firestore,
  tool: ToolName,
  owner: string,
  since: number,
): Promise<ReadonlySet<string> | undefined> {
  const changes = await changesOf(firestore, tool, owner)
    .where('changedAt', '>=', Timestamp.fromMillis(since))
    .orderBy('changedAt', 'desc')
    .limit(MAX_CHANGES)
    .select('batchId')
    .get();
  if (changes.size === MAX_CHANGES) return undefined;
  return new Set(changes.docs.map((change) => String(change.get('batchId'))));
}
