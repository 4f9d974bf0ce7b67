import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { AppError } from '../platform/app-error.ts';
import type { Caller } from '../identity/identify-caller.ts';

/** Nobody changes their own access: an admin who slips would lock themselves out. */
export function refuseSelf(caller: Caller, uid: string): void {
  if (caller.uid === uid) throw new AppError('conflict', 'You cannot change or revoke your own access.');
}

/** Read in the transaction that takes an admin away, so that two such at once cannot take the last two. */
export async function refuseLastAdmin(firestore: Firestore, transaction: Transaction): Promise<void> {
  const admins = await transaction.get(firestore.collection('users').where('role', '==', 'admin').limit(2));
  if (admins.size < 2) {
    throw new AppError('conflict', 'This is the last admin. Make someone else an admin first.');
  }
}
