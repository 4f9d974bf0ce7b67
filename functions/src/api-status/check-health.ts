import type { Health } from '@portal/contracts/health';
import type { Firestore } from 'firebase-admin/firestore';
import { answersInTime } from './answers-in-time.ts';

/** Reads a document that does not exist. */
export const databaseAnswers = (firestore: Firestore): Promise<boolean> =>
  answersInTime('database', () => firestore.doc('health/probe').get());

export const checkHealth = async (firestore: Firestore): Promise<Health> =>
  (await databaseAnswers(firestore))
    ? { status: 'ok', database: 'ok' }
    : { status: 'degraded', database: 'unreachable' };
