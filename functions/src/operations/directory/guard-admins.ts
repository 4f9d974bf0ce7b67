import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { AppError } from '../../platform/app-error.ts';
import type { Caller } from '../../identity/identify-caller.ts';

/** Nobody may change their own access: an admin could lock themselves out by mistake. */
export function assertNotSelf(caller: Caller, uid: string): void {
  if (caller.uid === uid) throw new AppError('conflict', 'You cannot change or revoke your own access.');
}

/** Reads in the transaction that removes an admin, so that two at once cannot remove the last two. */
export async function assertNotLastAdmin(
  firestore: Firestore,
  transaction: Transaction,
  change: 'demoted' | 'revoked',
): Promise<void> {
  const admins = await transaction.get(firestore.collection('users').where('role', '==', 'admin').limit(2));
  if (admins.size < 2) {
    throw new AppError('conflict', `The last admin cannot be ${change}. Make someone else an admin first.`);
  }
}
