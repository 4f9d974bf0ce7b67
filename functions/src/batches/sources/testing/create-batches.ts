import { Timestamp, type Firestore } from 'firebase-admin/firestore';
import type { StoredImage } from '../../../pictures/media/stored-image.ts';
import { NO_MICROS } from '../../../spend/micros.ts';
import { makeQueuedItem, type BatchRecord, type ItemView, type ItemViews } from '../../store/batch-record.ts';
import { batchReference, itemReference, RETENTION_MS } from '../../store/batch-store.ts';
import { NO_ITEMS, writeItemViews } from '../../store/item-views.ts';

const now = Timestamp.now();
const expiresAt = Timestamp.fromMillis(now.toMillis() + RETENTION_MS);

export const createImage = (overrides: Partial<StoredImage> = {}): StoredImage => ({
  publicId: 'portal/one/001',
  version: 1,
  format: 'png',
  width: 40,
  height: 30,
  bytes: 900,
  createdAt: '2026-11-20T08:09:10.000Z',
  ...overrides,
});

export const createView = (overrides: Partial<ItemView> = {}): ItemView => ({
  state: 'done',
  variant: 0,
  claimedAt: now,
  attempts: 1,
  cost: NO_MICROS,
  ...overrides,
});

export type BatchOverrides = Partial<Omit<BatchRecord, 'items'>> & { items?: ItemViews };

/** Of a batch that has ended. */
export const createRecord = (overrides: Partial<BatchRecord>): BatchRecord => ({
  tool: 'image-generator',
  owner: 'ada',
  name: 'Fox in the snow',
  settings: {},
  uploads: null,
  total: 1,
  window: 5,
  estimate: 0,
  createdAt: now,
  expiresAt,
  endedAt: now,
  cancelledAt: null,
  deletedAt: null,
  filesDeleted: false,
  storedBytes: 0,
  storedFiles: 0,
  allowanceDay: null,
  retried: { failed: null, uncertain: null },
  items: NO_ITEMS,
  ...overrides,
});

/** Writes a batch that has ended, by default one with an image of the Bulk Image Generator, and its items. */
export async function writeBatch(
  firestore: Firestore,
  id: string,
  { items = { 0: createView({ image: createImage() }) }, ...overrides }: BatchOverrides = {},
): Promise<void> {
  const record = createRecord({ items: writeItemViews(items), ...overrides });
  const writer = firestore.batch();
  writer.set(batchReference(firestore, id), record);
  for (const [index, { state, image = null }] of Object.entries(items)) {
    const item = makeQueuedItem(Number(index), Number(index), now.toMillis(), expiresAt);
    writer.set(itemReference(firestore, id, Number(index)), { ...item, state, image });
  }
  await writer.commit();
}
