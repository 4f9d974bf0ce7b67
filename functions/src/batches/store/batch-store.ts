/** Where batches, items and marks are, and how they are read. */
import type { ItemState, ToolName } from '@portal/contracts/batches';
import { MOST_BATCHES_LISTED, RETENTION_DAYS } from '@portal/contracts/batches';
import {
  FieldValue,
  Timestamp,
  type DocumentSnapshot,
  type Firestore,
  type Transaction,
} from 'firebase-admin/firestore';
import { AppError } from '../../platform/app-error.ts';
import type { Writer } from '../../platform/writer.ts';
import {
  BatchRecordSchema,
  ItemRecordSchema,
  MarkSchema,
  type BatchRecord,
  type ItemRecord,
  type ItemView,
  type ItemViews,
} from './batch-record.ts';

/** Marks a batch spreads its items over: each is then written about once a second, not ten times. */
export const MARKS = 10;
export const RETENTION_MS = RETENTION_DAYS * 24 * 60 * 60 * 1000;
const MAX_ITEMS = 1000;

export const batchReference = (firestore: Firestore, batchId: string) =>
  firestore.collection('batches').doc(batchId);
const itemsOf = (firestore: Firestore, batchId: string) =>
  batchReference(firestore, batchId).collection('items');
export const itemReference = (firestore: Firestore, batchId: string, index: number) =>
  itemsOf(firestore, batchId).doc(String(index));
export const marksOf = (firestore: Firestore, batchId: string) =>
  batchReference(firestore, batchId).collection('marks');

export interface Batch extends BatchRecord {
  id: string;
}

export const parseBatch = (snapshot: DocumentSnapshot): Batch | undefined =>
  snapshot.exists ? { id: snapshot.id, ...BatchRecordSchema.parse(snapshot.data()) } : undefined;

export const parseItem = (snapshot: DocumentSnapshot): ItemRecord | undefined =>
  snapshot.exists ? ItemRecordSchema.parse(snapshot.data()) : undefined;

export const readBatch = async (firestore: Firestore, batchId: string): Promise<Batch | undefined> =>
  parseBatch(await batchReference(firestore, batchId).get());

/** 404 also for what belongs to somebody else, to another tool, is deleted or has expired. */
export function refuseForeign(batch: Batch | undefined, tool: ToolName, owner: string): Batch {
  const isOwn = batch?.owner === owner && batch.tool === tool;
  if (!isOwn || batch.deletedAt || batch.expiresAt.toMillis() <= Date.now()) throw noSuchBatch();
  return batch;
}

export const noSuchBatch = () => new AppError('not-found', 'There is no such batch.');

export const readOwnBatch = async (firestore: Firestore, tool: ToolName, owner: string, batchId: string) =>
  refuseForeign(await readBatch(firestore, batchId), tool, owner);

export async function readOwnItem(
  firestore: Firestore,
  tool: ToolName,
  owner: string,
  batchId: string,
  index: number,
): Promise<{ batch: Batch; item: ItemRecord | undefined }> {
  const [batch, item] = await firestore.getAll(
    batchReference(firestore, batchId),
    itemReference(firestore, batchId, index),
  );
  return {
    batch: refuseForeign(batch && parseBatch(batch), tool, owner),
    item: item && parseItem(item),
  };
}

/** What became of a batch's items, from its marks while it runs and from itself once it has ended. */
export async function readItemViews(firestore: Firestore, batch: Batch): Promise<ItemViews> {
  if (batch.endedAt) return batch.items;
  return mergeMarks((await marksOf(firestore, batch.id).get()).docs);
}

export const readMarksIn = async (
  firestore: Firestore,
  transaction: Transaction,
  batchId: string,
): Promise<ItemViews> => mergeMarks((await transaction.get(marksOf(firestore, batchId))).docs);

const mergeMarks = (marks: readonly DocumentSnapshot[]): ItemViews =>
  Object.assign({}, ...marks.map((mark) => MarkSchema.parse(mark.data()).items));

const describeMark = (batch: Pick<Batch, 'owner' | 'tool' | 'id' | 'expiresAt'>) => ({
  owner: batch.owner,
  tool: batch.tool,
  batchId: batch.id,
  changedAt: FieldValue.serverTimestamp(),
  expiresAt: batch.expiresAt,
});

/** Notes what became of an item. Blind: no worker waits for another's. */
export function markItem(
  firestore: Firestore,
  writer: Writer,
  batch: Batch,
  index: number,
  view: ItemView,
): void {
  const mark = marksOf(firestore, batch.id).doc(String(index % MARKS));
  const data = { ...describeMark(batch), items: { [index]: view } };
  writer.set(mark, data, { merge: true });
}

/** Notes that something happened to a batch as a whole; outlives the batch, so that its end is noticed. */
export function markBatch(
  firestore: Firestore,
  writer: Writer,
  batch: Parameters<typeof describeMark>[0],
): void {
  const mark = firestore.collection('histories').doc(`${batch.tool}~${batch.owner}`).collection('marks');
  writer.set(mark.doc(batch.id), describeMark(batch));
}

const marksOfPerson = (firestore: Firestore, tool: ToolName, owner: string) =>
  firestore.collectionGroup('marks').where('owner', '==', owner).where('tool', '==', tool);

/** The newest mark, as a word that changes whenever anything does. One read. */
export async function readNewestMark(firestore: Firestore, tool: ToolName, owner: string): Promise<string> {
  const newest = await marksOfPerson(firestore, tool, owner)
    .orderBy('changedAt', 'desc')
    .limit(1)
    .select('changedAt')
    .get();
  const mark = newest.docs[0];
  return mark ? `${mark.updateTime.seconds}.${mark.updateTime.nanoseconds}` : 'none';
}

/** Ids of batches that have changed since; undefined when there are more than a reload is worth. */
export async function readChangedSince(
  firestore: Firestore,
  tool: ToolName,
  owner: string,
  since: number,
): Promise<ReadonlySet<string> | undefined> {
  const most = 100;
  const marks = await marksOfPerson(firestore, tool, owner)
    .where('changedAt', '>=', Timestamp.fromMillis(since))
    .orderBy('changedAt', 'desc')
    .limit(most)
    .select('batchId')
    .get();
  return marks.size < most ? new Set(marks.docs.map((mark) => String(mark.get('batchId')))) : undefined;
}

/** Newest first. */
export async function readBatchesOf(firestore: Firestore, tool: ToolName, owner: string): Promise<Batch[]> {
  const found = await firestore
    .collection('batches')
    .where('owner', '==', owner)
    .where('tool', '==', tool)
    .where('createdAt', '>', Timestamp.fromMillis(Date.now() - RETENTION_MS))
    .orderBy('createdAt', 'desc')
    .limit(MOST_BATCHES_LISTED)
    .get();
  return found.docs.flatMap(parseVisible);
}

const openBatches = (firestore: Firestore) => firestore.collection('batches').where('endedAt', '==', null);

/** Of everybody, the newest first; also those that are deleted and have calls out. */
export async function readOpenBatches(firestore: Firestore, limit: number): Promise<Batch[]> {
  const found = await openBatches(firestore).orderBy('createdAt', 'desc').limit(limit).get();
  return found.docs.flatMap((snapshot) => parseBatch(snapshot) ?? []);
}

/** A page of a person's batches that are neither ended nor cancelled. */
export async function readOpenBatchIds(firestore: Firestore, owner: string): Promise<string[]> {
  const found = await openBatches(firestore)
    .where('owner', '==', owner)
    .where('cancelledAt', '==', null)
    .limit(MAX_ITEMS)
    .select()
    .get();
  return found.docs.map(({ id }) => id);
}

export async function readBatchesById(firestore: Firestore, ids: readonly string[]): Promise<Batch[]> {
  if (ids.length === 0) return [];
  const found = await firestore.getAll(...ids.map((id) => batchReference(firestore, id)));
  return found.flatMap(parseVisible);
}

function parseVisible(snapshot: DocumentSnapshot): Batch[] {
  const batch = parseBatch(snapshot);
  return batch && !batch.deletedAt ? [batch] : [];
}

/** By any batch that is not deleted. */
export async function isUploadUsed(firestore: Firestore, folder: string): Promise<boolean> {
  const users = await firestore
    .collection('batches')
    .where('uploads.folder', '==', folder)
    .where('deletedAt', '==', null)
    .limit(1)
    .select()
    .get();
  return !users.empty;
}

/** One read, however many items there are. */
export async function hasOpenItems(firestore: Firestore, batchId: string): Promise<boolean> {
  const open = await itemsOf(firestore, batchId).where('isOpen', '==', true).count().get();
  return open.data().count > 0;
}

export async function readItemsIn(
  firestore: Firestore,
  batchId: string,
  states: readonly ItemState[],
): Promise<ItemRecord[]> {
  const found = await itemsOf(firestore, batchId).where('state', 'in', states).limit(MAX_ITEMS).get();
  return found.docs.flatMap((snapshot) => parseItem(snapshot) ?? []);
}
