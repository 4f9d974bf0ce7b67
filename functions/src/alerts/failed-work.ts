import type { Firestore } from 'firebase-admin/firestore';

/** Work of the list for admins that nobody has tried again. Costs two reads per thousand entries. */
export async function countFailedWork(firestore: Firestore): Promise<{ uncertain: number; other: number }> {
  const listed = firestore.collection('failedWork').where('retriedAt', '==', null);
  const [all, uncertain] = await Promise.all([
    listed.count().get(),
    listed.where('kind', '==', 'uncertain').count().get(),
  ]);
  const count = uncertain.data().count;
  return { uncertain: count, other: all.data().count - count };
}
