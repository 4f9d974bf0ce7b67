/** Calls of a job, and what they spend. */
import { Timestamp } from 'firebase-admin/firestore';
import { beforeEach, expect, vi } from 'vitest';
import { startFirestore } from '../../../providers/testing/start-firestore.ts';
import { toMicros } from '../../../spend/micros.ts';
import { monthOf, readMonth } from '../../../spend/spend-store.ts';
import { itemOf, readJob, writeItem } from './create-job.ts';

export const LEASE_MS = 60_000;
export const PRICE = toMicros(0.04);
export const COST = toMicros(0.03);
export const MONTH = monthOf(new Date());

export const past = () => Timestamp.fromMillis(Date.now() - 1000);

export async function startCalls() {
  const firestore = await startFirestore();

  beforeEach(async () => {
    vi.stubEnv('MONTHLY_BUDGET_USD', '');
    await firestore.recursiveDelete(firestore.collection('spend'));
  });

  const readItem = async () => (await itemOf(firestore).get()).data();
  const readSpend = async () => {
    const { spent, reserved } = await readMonth(firestore, MONTH);
    return { spent, reserved };
  };

  /** Claimed by this worker, and noted as being called. */
  async function startCall() {
    await writeItem(firestore);
    const job = await readJob(firestore);
    expect(await job.claim('me', LEASE_MS)).toEqual({ kind: 'claimed' });
    expect(await job.noteCalling(PRICE)).toBe('noted');
    return job;
  }

  return { firestore, readItem, readSpend, startCall };
}
