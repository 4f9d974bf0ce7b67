import type { Deps } from '../../batches/deps.ts';
import { AppError } from '../../platform/app-error.ts';
import { saveOwnLimit } from '../../spend/person-limits.ts';

/** Undefined removes the account's own limit. */
export async function setLimit(
  { auth, firestore }: Deps,
  uid: string,
  dollars: number | null | undefined,
): Promise<void> {
  const { users } = await auth.getUsers([{ uid }]);
  if (users.length === 0) throw new AppError('not-found', 'Account not found.');
  await saveOwnLimit(firestore, uid, dollars);
}
