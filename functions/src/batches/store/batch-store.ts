/** Where batches and items are stored, and how they are read. See progress-store.ts for what polls read. */
import type { ItemState, ToolName } from '@portal/contracts/batches';
import { MAX_BATCHES_LISTED, RETENTION_DAYS } from '@portal/contracts/batches';
import {
  FieldPath,
  Timestamp,
  type DocumentSnapshot,
  type Firestore,
  type Query,
} from 'firebase-admin/firestore';
import { AppError } from '../../platform/app-error.ts';
import { TimestampSchema } from '../../platform/timestamp-schema.ts';
import { BatchRecordSchema, ItemRecordSchema, type BatchRecord, type ItemRecord } from './batch-record.ts';

export const RETENTION_MS = RETENTION_DAYS * 24 * 60 * 60 * 1000;
const MAX_ITEMS = 1000;
const LEASED: readonly ItemState[] = ['claimed', 'calling'];
/** Not final. */
export const OPEN_STATES: readonly ItemState[] = ['waiting', 'queued', 'submitted', ...LEASED];

export const batchReference = (firestore: Firestore, batchId: string) =>
  firestore.collection('batches').doc(batchId);
const itemsOf = (firestore: Firestore, batchId: string) =>
  batchReference(firestore, batchId).collection('items');
export const itemReference = (firestore: Firestore, batchId: string, index: number) =>
  itemsOf(firestore, batchId).doc(String(index));

export interface Batch extends BatchRecord {
  id: string;
}

export const parseBatch = (snapshot: DocumentSnapshot): Batch | undefined =>
  snapshot.exists ? { id: snapshot.id, ...BatchRecordSchema.parse(snapshot.data()) } : undefined;

export const parseItem = (snapshot: DocumentSnapshot): ItemRecord | undefined =>
  snapshot.exists ? ItemRecordSchema.parse(snapshot.data()) : undefined;

export const readBatch = async (firestore: Firestore, batchId: string): Promise<Batch | undefined> =>
  parseBatch(await batchReference(firestore, batchId).get());

/**
 * Answers 404 also for a batch of another person or tool, and for one that is deleted or has expired. `tool`: undefined for any.
 */
export function assertOwner<Found extends BatchAge & Pick<Batch, 'owner' | 'tool'>>(
  batch: Found | undefined,
  tool: ToolName | undefined,
  owner: string,
): Found {
  if (!isOwn(batch, owner) || (tool !== undefined && batch.tool !== tool)) throw batchNotFound();
  return batch;
}

type BatchAge = Pick<Batch, 'deletedAt' | 'expiresAt'>;

/** Neither deleted nor expired. */
export const isKept = ({ deletedAt, expiresAt }: BatchAge): boolean =>
  !deletedAt && expiresAt.toMillis() > Date.now();

/** The person's batch, if it is kept. */
export const isOwn = <Found extends BatchAge & Pick<Batch, 'owner'>>(
  batch: Found | undefined,
  owner: string,
): batch is Found => batch?.owner === owner && isKept(batch);

export const batchNotFound = () => new AppError('not-found', 'Batch not found.');

export const readOwnBatch = async (firestore: Firestore, tool: ToolName, owner: string, batchId: string) =>
  assertOwner(await readBatch(firestore, batchId), tool, owner);

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
    batch: assertOwner(batch && parseBatch(batch), tool, owner),
    item: item && parseItem(item),
  };
}

/** Newest first. */
export async function readBatchesOf(firestore: Firestore, tool: ToolName, owner: string): Promise<Batch[]> {
  const found = await firestore
    .collection('batches')
    .where('owner', '==', owner)
    .where('tool', '==', tool)
    .where('createdAt', '>', Timestamp.fromMillis(Date.now() - RETENTION_MS))
    .orderBy('createdAt', 'desc')
    .limit(MAX_BATCHES_LISTED)
    .get();
  return found.docs.flatMap(parseVisible);
}

interface PageOptions {
  tool?: ToolName | undefined;
  after?: string | undefined;
  createdBefore?: string | undefined;
  limit: number;
}

/** Of one tool or all tools, newest first. `next`: the `after` of the next page, which may be empty. Costs a read per batch. */
export async function readBatchPage(
  firestore: Firestore,
  owner: string,
  { tool, after, createdBefore, limit }: PageOptions,
): Promise<{ batches: Batch[]; next: string | null; readAt: Timestamp }> {
  const own = firestore.collection('batches').where('owner', '==', owner);
  const kept = (tool === undefined ? own : own.where('tool', '==', tool)).where(
    'createdAt',
    '>',
    Timestamp.fromMillis(Date.now() - RETENTION_MS),
  );
  const query = (
    createdBefore === undefined
      ? kept
      : kept.where('createdAt', '<', Timestamp.fromMillis(Date.parse(createdBefore)))
  )
    .orderBy('createdAt', 'desc')
    .orderBy(FieldPath.documentId(), 'desc')
    .limit(limit);
  const found = await (after === undefined ? query : query.startAfter(...readCursor(after))).get();
  const last = found.docs.at(-1);
  return {
    batches: found.docs.flatMap((snapshot) => parseVisible(snapshot)).filter(isKept),
    next: last && found.size === limit ? writeCursor(last) : null,
    readAt: found.readTime,
  };
}

function writeCursor(last: DocumentSnapshot): string {
  const { seconds, nanoseconds } = TimestampSchema.parse(last.get('createdAt'));
  return `${seconds}~${nanoseconds}~${last.id}`;
}

function readCursor(cursor: string): [Timestamp, string] {
  const [, seconds, nanoseconds, id] = /^(\d{1,11})~(\d{1,9})~([\w-]+)$/.exec(cursor) ?? [];
  if (id === undefined) throw new AppError('bad-request', 'Invalid page.');
  return [new Timestamp(Number(seconds), Number(nanoseconds)), id];
}

const openBatches = (firestore: Firestore) => firestore.collection('batches').where('endedAt', '==', null);

/** Of all people, newest first; includes deleted batches with calls in progress. */
export async function readOpenBatches(firestore: Firestore, limit: number): Promise<Batch[]> {
  const found = await openBatches(firestore).orderBy('createdAt', 'desc').limit(limit).get();
  return found.docs.flatMap((snapshot) => parseBatch(snapshot) ?? []);
}

/** All of them, in pages. A caller that stops early starts at another one the next time. */
export async function* pageOpenBatches(
  firestore: Firestore,
  pageSize: number,
): AsyncGenerator<DocumentSnapshot[]> {
  const start = firestore.collection('batches').doc().id;
  const byId = openBatches(firestore).orderBy(FieldPath.documentId());
  yield* readPages(byId.startAt(start), pageSize);
  yield* readPages(byId.endBefore(start), pageSize);
}

async function* readPages(query: Query, pageSize: number): AsyncGenerator<DocumentSnapshot[]> {
  let { docs } = await query.limit(pageSize).get();
  for (;;) {
    const last = docs.at(-1);
    if (!last) return;
    yield docs;
    if (docs.length < pageSize) return;
    ({ docs } = await query.limit(pageSize).startAfter(last).get());
  }
}

/** Costs one read, whatever the number of batches. */
export async function countOpenBatches(firestore: Firestore, tool: ToolName, owner: string): Promise<number> {
  const open = openBatches(firestore).where('owner', '==', owner).where('tool', '==', tool);
  return (await open.count().get()).data().count;
}

/** Batches that have neither ended nor been cancelled. */
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

/** Whether a batch that is not deleted uses the folder. */
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

/** Costs one read, whatever the number of items. */
export async function hasOpenItems(firestore: Firestore, batchId: string): Promise<boolean> {
  const open = await itemsOf(firestore, batchId).where('isOpen', '==', true).count().get();
  return open.data().count > 0;
}

/** Costs one read. */
export async function countItemsIn(
  firestore: Firestore,
  batchId: string,
  states: readonly ItemState[],
): Promise<number> {
  const found = await itemsOf(firestore, batchId).where('state', 'in', states).count().get();
  return found.data().count;
}

/** Whose lease was over by then: their workers were lost. */
export async function readLostItems(
  firestore: Firestore,
  batchId: string,
  now: Timestamp,
): Promise<ItemRecord[]> {
  const found = await itemsOf(firestore, batchId)
    .where('state', 'in', LEASED)
    .where('wakeAt', '<=', now)
    .orderBy('wakeAt')
    .limit(MAX_ITEMS)
    .get();
  return found.docs.flatMap((snapshot) => parseItem(snapshot) ?? []);
}

/** Items that should have been claimed by then, except those behind them in the window of their batch. */
export async function readOverdueItems(
  firestore: Firestore,
  { id, window }: Pick<Batch, 'id' | 'window'>,
  now: Timestamp,
): Promise<ItemRecord[]> {
  const found = await itemsOf(firestore, id)
    .where('state', '==', 'queued')
    .where('wakeAt', '<=', now)
    .orderBy('wakeAt')
    .limit(window)
    .get();
  return found.docs.flatMap((snapshot) => parseItem(snapshot) ?? []);
}

export async function readItem(
  firestore: Firestore,
  batchId: string,
  index: number,
): Promise<ItemRecord | undefined> {
  return parseItem(await itemReference(firestore, batchId, index).get());
}

/** Those that exist. */
export async function readItemsAt(
  firestore: Firestore,
  batchId: string,
  indexes: readonly number[],
): Promise<ItemRecord[]> {
  if (indexes.length === 0) return [];
  const found = await firestore.getAll(...indexes.map((index) => itemReference(firestore, batchId, index)));
  return found.flatMap((snapshot) => parseItem(snapshot) ?? []);
}

export async function readItemsIn(
  firestore: Firestore,
  batchId: string,
  states: readonly ItemState[],
): Promise<ItemRecord[]> {
  const found = await itemsOf(firestore, batchId).where('state', 'in', states).limit(MAX_ITEMS).get();
  return found.docs.flatMap((snapshot) => parseItem(snapshot) ?? []);
}
