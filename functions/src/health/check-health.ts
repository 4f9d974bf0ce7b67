import type { Health } from '@portal/contracts/health';
import type { Firestore } from 'firebase-admin/firestore';
import * as logger from 'firebase-functions/logger';

const PATIENCE_MS = 5000;

/** One read that finds nothing is enough to know that the database answers. */
export async function checkHealth(firestore: Firestore): Promise<Health> {
  const overdue = AbortSignal.timeout(PATIENCE_MS);
  try {
    await Promise.race([
      firestore.doc('health/probe').get(),
      new Promise((_, reject) => {
        overdue.addEventListener('abort', () => reject(new Error('The database did not answer in time.')));
      }),
    ]);
    return { status: 'ok', database: 'ok' };
  } catch (error) {
    logger.error('Health check failed.', error);
    return { status: 'degraded', database: 'unreachable' };
  }
}
