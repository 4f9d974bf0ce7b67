import type { Deps } from '../deps.ts';
import { AppError } from '../../platform/app-error.ts';
import type { ItemTexts } from '../store/batch-record.ts';
import {
  assertOwner,
  batchReference,
  itemReference,
  parseBatch,
  parseItem,
  type Batch,
} from '../store/batch-store.ts';
import { changeItemTexts } from '../store/item-views.ts';
import { writeBatchChange, writeItemProgress } from '../store/progress-store.ts';
import type { Tool } from '../tool.ts';

/** Saves the owner's edit of an item's texts. */
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
    const batch = assertOwner(parseBatch(await transaction.get(reference)), tool.name, owner);
    const item = parseItem(await transaction.get(itemReference(firestore, batchId, index)));
    if (!item || batch.deletedItems?.includes(index)) throw new AppError('not-found', 'Picture not found.');
    if (!item.texts) throw new AppError('conflict', 'This picture has no texts yet.');
    const texts = change(item.texts);
    transaction.update(itemReference(firestore, batchId, index), { texts });
    if (batch.endedAt) transaction.update(reference, { items: changeItemTexts(batch.items, index, texts) });
    else writeItemProgress(firestore, transaction, batch, { ...item, texts });
    writeBatchChange(firestore, transaction, batch);
    return batch;
  });
