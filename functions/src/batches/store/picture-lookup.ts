/**
 * Where the pictures of a batch are. Thumbnails are requested a hundred at a time, so an instance reads their batch once for
 * all requests of two seconds. See docs/decisions/019.
 */
import type { ToolName } from '@portal/contracts/batches';
import type { Firestore } from 'firebase-admin/firestore';
import { StoredImageSchema, type StoredImage } from '../../pictures/media/stored-image.ts';
import { makeCachedReads } from '../../platform/cached-reads.ts';
import { once } from '../../platform/once.ts';
import { BatchRecordSchema, ItemRecordSchema } from './batch-record.ts';
import { assertOwner, batchReference, itemReference, type Batch } from './batch-store.ts';
import { parseStoredImages } from './item-views.ts';

const LIFE_MS = 2000;
/** Each takes up to a megabyte. */
const MAX_BATCHES = 50;

const LookupSchema = BatchRecordSchema.pick({
  tool: true,
  owner: true,
  expiresAt: true,
  endedAt: true,
  deletedAt: true,
  filesDeleted: true,
  deletedItems: true,
  uploads: true,
  items: true,
});
const BATCH_FIELDS = Object.keys(LookupSchema.shape);
const ItemImageSchema = ItemRecordSchema.pick({ image: true });

const lookups = makeCachedReads(() => LIFE_MS, readLookup, MAX_BATCHES);

async function readLookup(firestore: Firestore, batchId: string) {
  const [snapshot] = await firestore.getAll(batchReference(firestore, batchId), {
    fieldMask: BATCH_FIELDS,
  });
  if (!snapshot?.exists) return undefined;
  const { items, ...batch } = LookupSchema.parse(snapshot.data());
  return { ...batch, readImages: once(() => parseStoredImages(items)) };
}

/** After a delete, so that at least this instance answers 404 at once. */
export const forgetLookup = (firestore: Firestore, batchId: string): void => {
  lookups.forget(firestore, batchId);
};

/** Undefined if the item has no image, or its file was deleted. Throws 404 as `readOwnBatch` does. */
export async function findImage(
  firestore: Firestore,
  tool: ToolName,
  owner: string,
  { id, index }: { id: string; index: number },
): Promise<StoredImage | undefined> {
  const batch = assertOwner(await lookups.get(firestore, id), tool, owner);
  if (batch.filesDeleted) return undefined;
  if (!batch.endedAt) return readItemImage(firestore, id, index);
  const image = batch.readImages()[index]?.image;
  return image === undefined ? undefined : StoredImageSchema.parse(image);
}

async function readItemImage(
  firestore: Firestore,
  batchId: string,
  index: number,
): Promise<StoredImage | undefined> {
  const [item] = await firestore.getAll(itemReference(firestore, batchId, index), { fieldMask: ['image'] });
  return item?.exists ? (ItemImageSchema.parse(item.data()).image ?? undefined) : undefined;
}

/** The originals of a batch. Throws 404 as `readOwnBatch` does. */
export async function findOriginals(
  firestore: Firestore,
  tool: ToolName,
  owner: string,
  batchId: string,
): Promise<Pick<Batch, 'uploads' | 'filesDeleted' | 'deletedItems'>> {
  return assertOwner(await lookups.get(firestore, batchId), tool, owner);
}
