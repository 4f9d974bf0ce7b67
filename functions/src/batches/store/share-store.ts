/** shares/{token}: finds the batch of a link. The batch has the token too, for its owner. */
import { randomBytes } from 'node:crypto';
import { FieldValue, type Firestore } from 'firebase-admin/firestore';
import { z } from 'zod';
import { userReference } from '../../identity/access-store.ts';
import type { Caller } from '../../identity/identify-caller.ts';
import { AppError } from '../../platform/app-error.ts';
import { TimestampSchema } from '../../platform/timestamp-schema.ts';
import type { Writer } from '../../platform/writer.ts';
import {
  batchNotFound,
  batchReference,
  isKept,
  isOwn,
  parseBatch,
  readBatch,
  type Batch,
} from './batch-store.ts';
import { writeBatchChange } from './progress-store.ts';

const ShareSchema = z.object({ batchId: z.string(), expiresAt: TimestampSchema });

const TOKEN_BYTES = 16;
const SHARES_PER_COMMIT = 400;

const shareReference = (firestore: Firestore, token: string) => firestore.collection('shares').doc(token);

/** Returns the token of the batch's link, which is made if there is none. */
export const shareBatch = (firestore: Firestore, owner: string, batchId: string): Promise<string> =>
  firestore.runTransaction(async (transaction) => {
    const reference = batchReference(firestore, batchId);
    const [found, person] = await transaction.getAll(reference, userReference(firestore, owner));
    const batch = found && parseBatch(found);
    if (!isOwn(batch, owner)) throw batchNotFound();
    // A request that was admitted just before a revoke must not add a link after it.
    if (!person?.exists) throw AppError.accessDenied('The owner of the batch was revoked.');
    if (batch.shareToken !== undefined) return batch.shareToken;
    const shareToken = randomBytes(TOKEN_BYTES).toString('base64url');
    transaction.create(shareReference(firestore, shareToken), { batchId, owner, expiresAt: batch.expiresAt });
    transaction.update(reference, { shareToken });
    writeBatchChange(firestore, transaction, batch);
    return shareToken;
  });

/** Admins end any link. Has no effect on a batch that is not shared. */
export const stopSharing = (firestore: Firestore, { uid, role }: Caller, batchId: string): Promise<void> =>
  firestore.runTransaction(async (transaction) => {
    const reference = batchReference(firestore, batchId);
    const batch = parseBatch(await transaction.get(reference));
    if (!batch || !isKept(batch) || (batch.owner !== uid && role !== 'admin')) throw batchNotFound();
    if (batch.shareToken === undefined) return;
    deleteShare(firestore, transaction, batch);
    transaction.update(reference, { shareToken: FieldValue.delete() });
    writeBatchChange(firestore, transaction, batch);
  });

/** Ends all links of a person whose access ends: nobody sees their batches, so these keep the tokens. Idempotent. */
export async function deleteSharesOf(firestore: Firestore, owner: string): Promise<void> {
  const shares = firestore.collection('shares').where('owner', '==', owner).limit(SHARES_PER_COMMIT);
  let found;
  do {
    found = await shares.select().get();
    const writer = firestore.batch();
    for (const { ref } of found.docs) writer.delete(ref);
    await writer.commit();
  } while (found.size === SHARES_PER_COMMIT);
}

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
  if (!batch || !isKept(batch)) throw linkNotFound();
  return batch;
}

export const linkNotFound = () =>
  new AppError('not-found', 'This link was revoked, or its batch was deleted.');
