import type { Firestore, Timestamp } from 'firebase-admin/firestore';

/** Collections whose documents carry `expiresAt` and go, with all below them, once it has passed. */
const EXPIRING_COLLECTIONS = ['batches'];
const PAGE = 200;

/** Removes what has expired; safe to run twice, or from two places at once. */
export async function removeExpired(firestore: Firestore, now: Timestamp): Promise<number> {
  let removed = 0;
  for (const collection of EXPIRING_COLLECTIONS) {
    for (;;) {
      const page = await firestore
        .collection(collection)
        .where('expiresAt', '<=', now)
        .limit(PAGE)
        .select()
        .get();
      for (const document of page.docs) await firestore.recursiveDelete(document.ref);
      removed += page.size;
      if (page.size < PAGE) break;
    }
  }
  return removed;
}
