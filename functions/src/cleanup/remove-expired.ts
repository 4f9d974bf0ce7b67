import type { Timestamp } from 'firebase-admin/firestore';
import { isUploadUsed, parseBatch } from '../batches/batch-store.ts';
import { describeRemoval, removeBatch } from '../batches/remove-batch.ts';
import type { Deps } from '../deps.ts';
import { removeAbandonedUploads } from '../uploads/upload-store.ts';

/** Documents that stand for themselves and go when their time has passed. */
const EXPIRING_GROUPS = ['marks', 'requests', 'archives'];
const PAGE = 200;

/** Removes what has expired, batches with all their files; safe to run twice, or from two places at once. */
export async function removeExpired(deps: Deps, now: Timestamp): Promise<number> {
  let removed = await removeExpiredBatches(deps, now);
  for (const group of EXPIRING_GROUPS) removed += await removeExpiredDocuments(deps, group, now);
  removed += await removeAbandonedUploads(deps, now.toDate(), (folder) =>
    isUploadUsed(deps.firestore, folder),
  );
  return removed;
}

async function removeExpiredBatches(deps: Deps, now: Timestamp): Promise<number> {
  const { firestore } = deps;
  let removed = 0;
  for (;;) {
    const page = await firestore.collection('batches').where('expiresAt', '<=', now).limit(PAGE).get();
    for (const snapshot of page.docs) {
      const batch = parseBatch(snapshot);
      if (batch) await removeBatch(deps, describeRemoval(batch));
    }
    removed += page.size;
    if (page.size < PAGE) return removed;
  }
}

async function removeExpiredDocuments({ firestore }: Deps, group: string, now: Timestamp): Promise<number> {
  let removed = 0;
  for (;;) {
    const page = await firestore
      .collectionGroup(group)
      .where('expiresAt', '<=', now)
      .limit(PAGE)
      .select()
      .get();
    const writer = firestore.batch();
    for (const { ref } of page.docs) writer.delete(ref);
    await writer.commit();
    removed += page.size;
    if (page.size < PAGE) return removed;
  }
}
