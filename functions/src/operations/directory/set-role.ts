import type { Role } from '@portal/contracts/identity';
import type { Deps } from '../../batches/deps.ts';
import { AppError } from '../../platform/app-error.ts';
import { announceAccessChange, banReference, userReference } from '../../identity/access-store.ts';
import type { Caller } from '../../identity/identify-caller.ts';
import { assertNotLastAdmin, assertNotSelf } from './guard-admins.ts';

export async function setRole(deps: Deps, caller: Caller, uid: string, role: Role): Promise<void> {
  const { auth, firestore, accessCache } = deps;
  assertNotSelf(caller, uid);
  const { users } = await auth.getUsers([{ uid }]);
  const account = users[0];
  if (!account) throw new AppError('not-found', 'Account not found.');
  await firestore.runTransaction(async (transaction) => {
    const user = userReference(firestore, uid);
    const record = await transaction.get(user);
    // A revoke bans the email before it deletes the account: do not restore the record in between.
    const ban =
      account.email === undefined ? undefined : await transaction.get(banReference(firestore, account.email));
    if (ban?.exists)
      throw new AppError('conflict', "This person's access was revoked. Add them to the whitelist first.");
    if (role !== 'admin' && record.get('role') === 'admin')
      await assertNotLastAdmin(firestore, transaction, 'demoted');
    // An account that signed in before it had access has no record yet.
    transaction.set(user, { email: account.email ?? '', role }, { merge: true });
    announceAccessChange(firestore, transaction);
  });
  accessCache.clear();
}
