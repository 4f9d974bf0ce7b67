/** The records of a new batch. */
import type { HalfPriceProvider } from '@portal/contracts/half-price';
import { Timestamp, type Firestore, type Transaction } from 'firebase-admin/firestore';
import {
  makeQueuedItem,
  makeWaitingItem,
  MAX_WINDOW,
  type BatchPipeline,
  type BatchUploads,
} from '../store/batch-record.ts';
import { batchReference, itemReference, RETENTION_MS, type Batch } from '../store/batch-store.ts';
import { NO_ITEMS } from '../store/item-views.ts';
import { writeBatchChange } from '../store/progress-store.ts';
import type { Tool } from '../tool.ts';

export interface BatchPlan {
  id: string;
  tool: Pick<Tool, 'name'>;
  owner: string;
  name: string;
  settings: object;
  /** One item each; see ItemRecord. */
  variants: readonly number[];
  uploads?: BatchUploads | null | undefined;
  pipeline?: BatchPipeline | undefined;
  /** Who makes it within 24 hours; see tool.ts. */
  halfPrice?: HalfPriceProvider | undefined;
  window?: number | undefined;
  /** Expected dollars per item. */
  price: number;
}

export const expiryOf = (createdAt: number): Timestamp => Timestamp.fromMillis(createdAt + RETENTION_MS);

export function makeBatch(plan: BatchPlan, createdAt: number): Batch {
  const { id, tool, owner, name, settings, variants, uploads = null, pipeline, halfPrice, price } = plan;
  const sourceIds = [...new Set(uploads?.files.flatMap(({ from }) => from?.batchId ?? []))];
  return {
    id,
    tool: tool.name,
    owner,
    name,
    settings: Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)),
    uploads,
    ...(sourceIds.length > 0 && { sourceIds }),
    ...(pipeline && { pipeline }),
    ...(halfPrice && { halfPrice }),
    total: variants.length,
    window: plan.window ?? MAX_WINDOW,
    estimate: price * variants.length,
    createdAt: Timestamp.fromMillis(createdAt),
    expiresAt: expiryOf(createdAt),
    endedAt: null,
    cancelledAt: null,
    deletedAt: null,
    filesDeleted: false,
    storedBytes: 0,
    storedFiles: 0,
    allowanceDay: null,
    retried: { failed: null, uncertain: null },
    items: NO_ITEMS,
  };
}

/** Items with a batch before theirs wait for it. */
export function writeNewBatch(
  firestore: Firestore,
  transaction: Transaction,
  batch: Batch,
  variants: readonly number[],
  allowanceDay: string | null,
): void {
  const { id, ...record } = batch;
  const makeItem = batch.pipeline?.previous === undefined ? makeQueuedItem : makeWaitingItem;
  transaction.create(batchReference(firestore, id), { ...record, allowanceDay });
  for (const [index, variant] of variants.entries()) {
    const item = makeItem(index, variant, batch.createdAt.toMillis(), batch.expiresAt);
    transaction.create(itemReference(firestore, id, index), item);
  }
  writeBatchChange(firestore, transaction, batch);
}
