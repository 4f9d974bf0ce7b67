import { randomBytes } from 'node:crypto';
import { Timestamp } from 'firebase-admin/firestore';
import { toMicros } from '../../spend/micros.ts';
import type { BatchRecord, ItemView } from '../store/batch-record.ts';
import { RETENTION_MS } from '../store/batch-store.ts';
import { writeItemViews } from '../store/item-views.ts';

export const ITEMS = 100;
const PLACEHOLDER_BYTES = 25;
const now = Timestamp.now();
export const expiresAt = Timestamp.fromMillis(now.toMillis() + RETENTION_MS);

export const makeItem = (id: string, index: number): ItemView => ({
  state: 'done',
  variant: index,
  claimedAt: now,
  attempts: 1,
  cost: toMicros(0.035),
  image: {
    publicId: `portal/image-generator/${id}/${String(index + 1).padStart(3, '0')}`,
    version: 1_700_000_000 + index,
    format: 'jpg',
    width: 1024,
    height: 1024,
    bytes: 200_000 + index,
    archiveName: `A_batch_${index}`,
    placeholder: randomBytes(PLACEHOLDER_BYTES).toString('base64'),
  },
});

/** An ended batch of 100 images. A higher `index` is an older batch. */
export const makeLargeBatch = (id: string, index: number, owner: string): BatchRecord => ({
  tool: 'image-generator',
  owner,
  name: `Batch ${index}`,
  settings: {
    provider: 'stability',
    model: 'sd3.5-medium',
    prompt: 'a measured lighthouse',
    quantity: ITEMS,
  },
  uploads: null,
  total: ITEMS,
  window: 5,
  estimate: 3.5,
  createdAt: Timestamp.fromMillis(now.toMillis() - index * 1000),
  expiresAt,
  endedAt: now,
  cancelledAt: null,
  deletedAt: null,
  filesDeleted: false,
  storedBytes: 20_000_000,
  storedFiles: ITEMS,
  allowanceDay: null,
  retried: { failed: null, uncertain: null },
  items: writeItemViews(
    Object.fromEntries(Array.from({ length: ITEMS }, (_, item) => [item, makeItem(id, item)])),
  ),
});
