import type { Health } from '@portal/contracts/health';
import type { Firestore } from 'firebase-admin/firestore';
import { makeCachedReads } from '../../platform/cached-reads.ts';
import { answersInTime } from './answers-in-time.ts';

/** Anyone may ask, as often as they like. */
const HEALTH_LIFE_MS = 5000;

/** Reads a document that does not exist. */
export const databaseAnswers = (firestore: Firestore): Promise<boolean> =>
  answersInTime('database', () => firestore.doc('health/probe').get());

const cached = makeCachedReads(() => HEALTH_LIFE_MS, databaseAnswers);

export const checkHealth = async (firestore: Firestore): Promise<Health> =>
  (await cached.get(firestore, 'database'))
    ? { status: 'ok', database: 'ok' }
    : { status: 'degraded', database: 'unreachable' };
