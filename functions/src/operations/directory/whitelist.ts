import { FieldValue } from 'firebase-admin/firestore';
import type { Deps } from '../../batches/deps.ts';
import { announceAccessChange, banReference, whitelistReference } from '../../identity/access-store.ts';
import type { Caller } from '../../identity/identify-caller.ts';

/** Adds an email to the whitelist and lifts its ban. Idempotent. */
export const whitelist = ({ firestore, accessCache }: Deps, caller: Caller, email: string) =>
  firestore.runTransaction(async (transaction) => {
    const entry = whitelistReference(firestore, email);
    if (!(await transaction.get(entry)).exists) {
      transaction.set(entry, { email, addedBy: caller.email, addedAt: FieldValue.serverTimestamp() });
    }
    transaction.delete(banReference(firestore, email));
    announceAccessChange(firestore, transaction);
    accessCache.clear();
  });
