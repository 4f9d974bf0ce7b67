import { FieldValue } from 'firebase-admin/firestore';
import type { Deps } from '../deps.ts';
import { announceAccessChange, banReference, whitelistReference } from '../identity/access-store.ts';
import type { Caller } from '../identity/identify-caller.ts';

/** Lets an email in, and lifts a ban of it. Twice is as good as once. */
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
