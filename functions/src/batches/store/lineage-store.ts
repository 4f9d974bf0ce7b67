import type { Firestore } from 'firebase-admin/firestore';
import type { z } from 'zod';
import { BatchRecordSchema } from './batch-record.ts';
import { isOwn } from './batch-store.ts';

const LinkedSchema = BatchRecordSchema.pick({
  owner: true,
  tool: true,
  name: true,
  uploads: true,
  deletedAt: true,
  expiresAt: true,
});

export interface LinkedBatch extends z.infer<typeof LinkedSchema> {
  id: string;
}

/** The owner's batches that have pictures of this one, newest first. Costs a read each. */
export async function readSentTo(
  firestore: Firestore,
  owner: string,
  batchId: string,
  limit: number,
): Promise<{ batches: LinkedBatch[]; hasMore: boolean }> {
  const found = await firestore
    .collection('batches')
    .where('sourceIds', 'array-contains', batchId)
    .orderBy('createdAt', 'desc')
    .limit(limit + 1)
    .select(...Object.keys(LinkedSchema.shape))
    .get();
  const batches = found.docs
    .slice(0, limit)
    .map((snapshot) => ({ id: snapshot.id, ...LinkedSchema.parse(snapshot.data()) }))
    .filter((batch) => isOwn(batch, owner));
  return { batches, hasMore: found.size > limit };
}
