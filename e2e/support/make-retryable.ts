import { z } from 'zod';
import { firestore } from './firestore.ts';

/** As an ended batch stores them. */
const StoredItemsSchema = z.record(z.string(), z.record(z.string(), z.unknown()));

/** Marks these items of an ended batch as failed for a temporary reason, because broken files are not retried. */
export async function makeRetryable(id: string, indexes: readonly number[]): Promise<void> {
  const batch = firestore.doc(`batches/${id}`);
  const items = StoredItemsSchema.parse(JSON.parse(String((await batch.get()).get('items'))));
  for (const index of indexes) delete items[index]?.['permanent'];
  await batch.update({ items: JSON.stringify(items) });
}
