/** checks/dismissals: how often people said that a check found no problem. */
import type { ApiStatus } from '@portal/contracts/api-status';
import { CheckKindSchema, type CheckKind } from '@portal/contracts/checks';
import { FieldValue, type Firestore } from 'firebase-admin/firestore';

const dismissalsReference = (firestore: Firestore) => firestore.collection('checks').doc('dismissals');

export const countDismissal = (firestore: Firestore, kind: CheckKind, change: 1 | -1) =>
  dismissalsReference(firestore).set({ [kind]: FieldValue.increment(change) }, { merge: true });

/** The most frequent first. */
export async function readDismissals(firestore: Firestore): Promise<ApiStatus['data']['dismissals']> {
  const snapshot = await dismissalsReference(firestore).get();
  return CheckKindSchema.options
    .map((kind) => ({ kind, count: Number(snapshot.get(kind) ?? 0) }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count);
}
