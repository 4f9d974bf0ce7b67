import { MAX_SENT_TO_LISTED, type Lineage } from '@portal/contracts/lineage';
import type { Deps } from '../deps.ts';
import type { BatchUploads } from '../store/batch-record.ts';
import { batchNotFound, isOwn, readBatch, readBatchesById } from '../store/batch-store.ts';
import { readSentTo } from '../store/lineage-store.ts';
import { titleOf } from '../store/title-of.ts';

/** Costs a read, and one for each batch at the other end. */
export async function describeLineage({ firestore }: Deps, owner: string, id: string): Promise<Lineage> {
  const batch = await readBatch(firestore, id);
  if (!isOwn(batch, owner)) throw batchNotFound();
  const { uploads, sourceIds = [] } = batch;
  const [sources, { batches, hasMore }] = await Promise.all([
    readBatchesById(firestore, sourceIds),
    readSentTo(firestore, owner, id, MAX_SENT_TO_LISTED),
  ]);
  const keptSources = new Map(
    sources.filter((source) => isOwn(source, owner)).map((source) => [source.id, source]),
  );
  return {
    sources: Object.entries(uploads?.sources ?? {})
      .filter(([batchId]) => sourceIds.includes(batchId))
      .map(([batchId, { tool, name }]) => {
        const kept = keptSources.get(batchId);
        return {
          batchId,
          tool,
          name: kept ? titleOf(kept) : name,
          isGone: !kept,
          pictures: listPictures(uploads, batchId),
        };
      }),
    // A check makes nothing of the pictures.
    sentTo: batches
      .filter(({ tool }) => tool !== 'check')
      .map((target) => ({
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
