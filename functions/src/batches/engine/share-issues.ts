import { FieldPath, type Firestore } from 'firebase-admin/firestore';
import { catchAndLog } from '../../platform/logs/catch-and-log.ts';
import type { ItemRecord } from '../store/batch-record.ts';
import { batchReference, readBatch, type Batch } from '../store/batch-store.ts';
import { writeBatchChange } from '../store/progress-store.ts';

/**
 * What a model has seen in the picture of an item, also at the picture that it is a copy of. The item keeps it, whatever becomes of
 * the other batch.
 */
export async function shareIssues(
  firestore: Firestore,
  { id, uploads }: Batch,
  { index, issues }: ItemRecord,
): Promise<void> {
  const from = uploads?.files[index]?.from;
  if (!from || !issues) return;
  await catchAndLog('Issues could not be shared.', { batch: id, item: index }, async () => {
    const source = await readBatch(firestore, from.batchId);
    if (!source || source.deletedAt) return;
    const writer = firestore.batch();
    writer.update(batchReference(firestore, source.id), new FieldPath('issues', String(from.index)), issues);
    writeBatchChange(firestore, writer, source);
    await writer.commit();
  });
}
