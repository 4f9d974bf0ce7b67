/**
 * What polls read: the progress of a batch's items, and changes of a batch as a whole. Both live in collections of one
 * name, so that one query finds the latest change. See docs/decisions/008.
 */
import type { ToolName } from '@portal/contracts/batches';
import {
  FieldValue,
  Timestamp,
  type DocumentSnapshot,
  type Firestore,
  type QueryDocumentSnapshot,
  type Transaction,
} from 'firebase-admin/firestore';
import type { Writer } from '../../platform/writer.ts';
import { ProgressSchema, type ItemRecord, type ItemView, type ItemViews } from './batch-record.ts';
import { batchReference, type Batch } from './batch-store.ts';
import { parseItemViews } from './item-views.ts';

/** The collection's name in Firestore. */
export const PROGRESS = 'progress';
/** Documents that share a batch's items: Firestore takes about one write a second per document. */
export const PROGRESS_SHARDS = 10;

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
  ...(item.placeholder !== undefined && { placeholder: item.placeholder }),
  ...(item.measures && { measures: item.measures }),
  ...(item.issues && { issues: item.issues }),
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
  more: Pick<ItemView, 'reason' | 'permanent' | 'seconds' | 'progress' | 'retryAt'> = {},
): void {
  const items = { [item.index]: { ...viewItem(item), ...more } };
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
  if (batch.endedAt) return parseItemViews(batch.items);
  return mergeProgress(await readProgress(firestore, batch.id));
}

/** The views of a running batch's items, by progress document. */
export type Progress = ReadonlyMap<string, ItemViews>;

export const readProgress = async (firestore: Firestore, batchId: string): Promise<Progress> =>
  parseProgress((await progressOf(firestore, batchId).get()).docs);

export const readProgressIn = async (
  firestore: Firestore,
  transaction: Transaction,
  batchId: string,
): Promise<ItemViews> =>
  mergeProgress(parseProgress((await transaction.get(progressOf(firestore, batchId))).docs));

/** What the owner sees of one item of any batch. */
export async function readItemView(
  firestore: Firestore,
  batchId: string,
  index: number,
): Promise<ItemView | undefined> {
  const document = await progressReference(firestore, batchId, index).get();
  return document.exists ? ProgressSchema.parse(document.data()).items[index] : undefined;
}

const parseProgress = (documents: readonly DocumentSnapshot[]): Progress =>
  new Map(documents.map((document) => [document.id, ProgressSchema.parse(document.data()).items]));

export const mergeProgress = (progress: Progress): ItemViews => Object.assign({}, ...progress.values());

/** The latest change of one document. */
export interface Change {
  batchId: string;
  /** When it was committed. */
  version: Version;
  /** Just before it was committed. Queries can filter by it only. */
  changedAt: Timestamp;
  /** When the batch expires. */
  expiresAt: Timestamp;
  /** For progress: its document, and the items in it. Otherwise the batch changed as a whole. */
  progress?: { id: string; items: ItemViews };
}

/** A time of Firestore. Versions compare as strings. */
export type Version = string;
export const FIRST_VERSION: Version = toVersion({ seconds: 0, nanoseconds: 0 });

export function toVersion({ seconds, nanoseconds }: Pick<Timestamp, 'seconds' | 'nanoseconds'>): Version {
  return `${String(seconds).padStart(12, '0')}.${String(nanoseconds).padStart(9, '0')}`;
}

/** `tool`: undefined for all tools. */
function changesOf(firestore: Firestore, tool: ToolName | undefined, owner: string) {
  const changes = firestore.collectionGroup(PROGRESS).where('owner', '==', owner);
  return tool === undefined ? changes : changes.where('tool', '==', tool);
}

/** Costs one read. */
export async function readLatestChange(
  firestore: Firestore,
  tool: ToolName | undefined,
  owner: string,
): Promise<{ change: Change | undefined; readAt: Timestamp }> {
  const found = await changesOf(firestore, tool, owner).orderBy('changedAt', 'desc').limit(1).get();
  return { change: found.docs.map(parseChange)[0], readAt: found.readTime };
}

/** Undefined if there are as many as `limit`, or more. */
export async function readChanges(
  firestore: Firestore,
  tool: ToolName | undefined,
  owner: string,
  after: Timestamp,
  limit: number,
): Promise<{ changes: Change[]; readAt: Timestamp } | undefined> {
  const found = await changesOf(firestore, tool, owner)
    .where('changedAt', '>', after)
    .orderBy('changedAt', 'desc')
    .limit(limit)
    .get();
  if (found.size === limit) return undefined;
  return { changes: found.docs.map(parseChange), readAt: found.readTime };
}

function parseChange(document: QueryDocumentSnapshot): Change {
  const { items, ...change } = ProgressSchema.parse(document.data());
  const isProgress = document.ref.parent.parent?.parent.id === 'batches';
  return {
    ...change,
    version: toVersion(document.updateTime),
    ...(isProgress && { progress: { id: document.id, items } }),
  };
}
