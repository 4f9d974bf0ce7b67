import { FieldValue } from 'firebase-admin/firestore';
import { cancelBatchesOf } from '../batches/cancel-batch.ts';
import type { FindTool } from '../batches/tool.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import {
  announceAccessChange,
  banReference,
  userReference,
  whitelistReference,
} from '../identity/access-store.ts';
import type { Caller } from '../identity/identify-caller.ts';
import { refuseLastAdmin, refuseSelf } from './guard-admins.ts';

/** `uid` is an account's, or the email of someone who was whitelisted and never came. */
export async function revoke(deps: Deps, findTool: FindTool, caller: Caller, uid: string): Promise<void> {
  refuseSelf(caller, uid);
  const { users } = await deps.auth.getUsers([{ uid }]);
  const account = users[0];
  if (account) await revokeAccount(deps, findTool, caller, account);
  else await removeWhitelistEntry(deps, uid);
  deps.accessCache.clear();
}

/** Access ends with the transaction; what follows may be repeated if it fails. */
async function revokeAccount(
  deps: Deps,
  findTool: FindTool,
  caller: Caller,
  account: { uid: string; email?: string },
): Promise<void> {
  const { auth, firestore } = deps;
  await firestore.runTransaction(async (transaction) => {
    const user = userReference(firestore, account.uid);
    const record = await transaction.get(user);
    if (record.get('role') === 'admin') await refuseLastAdmin(firestore, transaction);
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
  await cancelBatchesOf(deps, findTool, account.uid);
  await auth.revokeRefreshTokens(account.uid);
  await auth.deleteUser(account.uid);
}

const removeWhitelistEntry = ({ firestore }: Deps, email: string) =>
  firestore.runTransaction(async (transaction) => {
    const entry = whitelistReference(firestore, email);
    if (!(await transaction.get(entry)).exists)
      throw new AppError('not-found', 'There is no such account or entry.');
    transaction.delete(entry);
    announceAccessChange(firestore, transaction);
  });
