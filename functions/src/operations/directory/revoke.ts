import { UidSchema } from '@portal/contracts/ids';
import { FieldValue, type Firestore } from 'firebase-admin/firestore';
import { cancelBatchesOf } from '../../batches/engine/cancel-batch.ts';
import { deleteSharesOf } from '../../batches/store/share-store.ts';
import { cancelDeliveriesOf } from '../../studio/delivery/stop-delivery.ts';
import type { Deps } from '../../batches/deps.ts';
import { AppError } from '../../platform/app-error.ts';
import {
  announceAccessChange,
  banReference,
  userReference,
  usersWithEmail,
  whitelistEntries,
  whitelistReference,
} from '../../identity/access-store.ts';
import { cancelScheduledOf } from '../../studio/pipelines/cancel-pipeline.ts';
import type { Caller } from '../../identity/identify-caller.ts';
import { saveOwnLimit } from '../../spend/person-limits.ts';
import { assertNotLastAdmin, assertNotSelf } from './guard-admins.ts';

/** `uid` is an account id, or the email of a whitelist entry without an account. */
export async function revoke(deps: Deps, caller: Caller, uid: string): Promise<void> {
  // The SDK throws for an invalid uid, which can only be the email of an entry.
  const isUid = UidSchema.safeParse(uid).success;
  const found = isUid ? (await deps.auth.getUsers([{ uid }])).users[0] : undefined;
  const account = found ?? (await findByEmail(deps.firestore, uid));
  assertNotSelf(caller, account?.uid ?? uid);
  if (account) await revokeAccount(deps, caller, account);
  else await removeWhitelistEntry(deps, uid);
  deps.accessCache.clear();
}

/** The person may have signed up since the admin loaded the list. */
async function findByEmail(
  firestore: Firestore,
  email: string,
): Promise<{ uid: string; email: string } | undefined> {
  const user = (await usersWithEmail(firestore, email).limit(1).get()).docs[0];
  return user && { uid: user.id, email: String(user.get('email')) };
}

/** Access ends with the transaction. The rest can be repeated if it fails. */
async function revokeAccount(
  deps: Deps,
  caller: Caller,
  account: { uid: string; email?: string },
): Promise<void> {
  const { auth, firestore } = deps;
  await firestore.runTransaction(async (transaction) => {
    const user = userReference(firestore, account.uid);
    const record = await transaction.get(user);
    if (record.get('role') === 'admin') await assertNotLastAdmin(firestore, transaction, 'revoked');
    transaction.delete(user);
    if (account.email !== undefined) {
      transaction.delete(whitelistReference(firestore, account.email));
      transaction.set(banReference(firestore, account.email), {
        email: account.email,
        bannedBy: caller.email,
        bannedAt: FieldValue.serverTimestamp(),
      });
    }
    announceAccessChange(firestore, transaction);
  });
  await deleteSharesOf(firestore, account.uid);
  await cancelBatchesOf(deps, account.uid);
  await cancelScheduledOf(deps, account.uid);
  await cancelDeliveriesOf(deps, account.uid);
  await saveOwnLimit(firestore, account.uid, undefined);
  await auth.revokeRefreshTokens(account.uid);
  await auth.deleteUser(account.uid);
}

const removeWhitelistEntry = ({ firestore }: Deps, email: string) =>
  firestore.runTransaction(async (transaction) => {
    const entries = await transaction.get(whitelistEntries(firestore, email));
    if (entries.empty) throw new AppError('not-found', 'Account or whitelist entry not found.');
    for (const { ref } of entries.docs) transaction.delete(ref);
    announceAccessChange(firestore, transaction);
  });
