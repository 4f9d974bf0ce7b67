import { FieldPath } from 'firebase-admin/firestore';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../platform/app-error.ts';
import type { ItemTexts } from '../store/batch-record.ts';
import {
  batchReference,
  itemReference,
  markBatch,
  markItem,
  parseBatch,
  parseItem,
  refuseForeign,
  type Batch,
} from '../store/batch-store.ts';
import { viewItem } from '../engine/item-transitions.ts';
import type { Tool } from '../tool.ts';

/** Keeps what a person has made of what a tool wrote about an item, wherever it is kept. */
export const changeTexts = (
  { firestore }: Deps,
  tool: Tool,
  owner: string,
  batchId: string,
  index: number,
  change: (texts: ItemTexts) => ItemTexts,
): Promise<Batch> =>
  firestore.runTransaction(async (transaction) => {
    const reference = batchReference(firestore, batchId);
    const batch = refuseForeign(parseBatch(await transaction.get(reference)), tool.name, owner);
    const item = parseItem(await transaction.get(itemReference(firestore, batchId, index)));
    if (!item) throw new AppError('not-found', 'There is no such picture.');
    if (!item.texts) throw new AppError('conflict', 'Nothing is written about this picture yet.');
    const texts = change(item.texts);
    transaction.update(itemReference(firestore, batchId, index), { texts });
    if (batch.endedAt) transaction.update(reference, new FieldPath('items', String(index), 'texts'), texts);
    else markItem(firestore, transaction, batch, index, viewItem({ ...item, texts }));
    markBatch(firestore, transaction, batch);
    return batch;
  });
