/** shares/{token}: finds the batch of a link. The batch has the token too, for its owner. */
import { randomBytes } from 'node:crypto';
import { FieldValue, type Firestore } from 'firebase-admin/firestore';
import { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import { TimestampSchema } from '../../platform/timestamp-schema.ts';
import type { Writer } from '../../platform/writer.ts';
import { batchNotFound, batchReference, isOwn, parseBatch, readBatch, type Batch } from './batch-store.ts';
import { writeBatchChange } from './progress-store.ts';

const ShareSchema = z.object({ batchId: z.string(), expiresAt: TimestampSchema });

const TOKEN_BYTES = 16;

const shareReference = (firestore: Firestore, token: string) => firestore.collection('shares').doc(token);

/** Returns the token of the batch's link, which is made if there is none. */
export const shareBatch = (firestore: Firestore, owner: string, batchId: string): Promise<string> =>
  firestore.runTransaction(async (transaction) => {
    const reference = batchReference(firestore, batchId);
    const batch = parseBatch(await transaction.get(reference));
    if (!isOwn(batch, owner)) throw batchNotFound();
    if (batch.shareToken !== undefined) return batch.shareToken;
    const shareToken = randomBytes(TOKEN_BYTES).toString('base64url');
    transaction.create(shareReference(firestore, shareToken), { batchId, expiresAt: batch.expiresAt });
    transaction.update(reference, { shareToken });
    writeBatchChange(firestore, transaction, batch);
    return shareToken;
  });

/** Has no effect on a batch that is not shared. */
export const stopSharing = (firestore: Firestore, owner: string, batchId: string): Promise<void> =>
  firestore.runTransaction(async (transaction) => {
    const reference = batchReference(firestore, batchId);
    const batch = parseBatch(await transaction.get(reference));
    if (!isOwn(batch, owner)) throw batchNotFound();
    if (batch.shareToken === undefined) return;
    deleteShare(firestore, transaction, batch);
    transaction.update(reference, { shareToken: FieldValue.delete() });
    writeBatchChange(firestore, transaction, batch);
  });

export function deleteShare(
  firestore: Firestore,
  writer: Writer,
  { shareToken }: Pick<Batch, 'shareToken'>,
): void {
  if (shareToken !== undefined) writer.delete(shareReference(firestore, shareToken));
}

/** Costs two reads. Answers 404 if the link was revoked, or the batch is deleted or has expired. */
export async function readSharedBatch(firestore: Firestore, token: string): Promise<Batch> {
  const share = await shareReference(firestore, token).get();
  const batch = share.exists
    ? await readBatch(firestore, ShareSchema.parse(share.data()).batchId)
    : undefined;
  if (!batch || !isOwn(batch, batch.owner)) {
    throw new AppError('not-found', 'This link was revoked, or its batch was deleted.');
  }
  return batch;
}
