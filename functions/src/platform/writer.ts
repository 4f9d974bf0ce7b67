import type { DocumentData, DocumentReference, SetOptions } from 'firebase-admin/firestore';

/** A transaction, or a batch of writes. */
export interface Writer {
  delete(reference: DocumentReference): unknown;
  set(reference: DocumentReference, data: DocumentData, options?: SetOptions): unknown;
}
