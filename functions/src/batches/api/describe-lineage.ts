import { MAX_SENT_TO_LISTED, type Lineage } from '@portal/contracts/lineage';
import type { Deps } from '../../deps.ts';
import type { BatchUploads } from '../store/batch-record.ts';
import { batchNotFound, isKept, readBatch, readBatchesById } from '../store/batch-store.ts';
import { readSentTo } from '../store/lineage-store.ts';

/** Costs a read, and one for each batch at the other end. */
export async function describeLineage({ firestore }: Deps, owner: string, id: string): Promise<Lineage> {
  const batch = await readBatch(firestore, id);
  if (batch?.owner !== owner || !isKept(batch)) throw batchNotFound();
  const { uploads, sourceIds = [] } = batch;
  const [known, { batches, hasMore }] = await Promise.all([
    readBatchesById(firestore, sourceIds),
    readSentTo(firestore, owner, id, MAX_SENT_TO_LISTED),
  ]);
  const left = new Map(
    known.flatMap((source) =>
      source.owner === owner && isKept(source) ? [[source.id, source] as const] : [],
    ),
  );
  return {
    sources: Object.entries(uploads?.sources ?? {})
      .filter(([batchId]) => sourceIds.includes(batchId))
      .map(([batchId, { tool, name }]) => ({
        batchId,
        tool,
        name: left.get(batchId)?.name ?? name,
        isGone: !left.has(batchId),
        pictures: listPictures(uploads, batchId),
      })),
    sentTo: batches.map((target) => ({
      batchId: target.id,
      tool: target.tool,
      name: target.name,
      pictures: listPictures(target.uploads, id),
    })),
    hasMore,
  };
}

const listPictures = (uploads: BatchUploads | null, sourceId: string) =>
  (uploads?.files ?? []).flatMap(({ from }, index) =>
    from?.batchId === sourceId ? [{ index, from: { index: from.index, kind: from.kind } }] : [],
  );
