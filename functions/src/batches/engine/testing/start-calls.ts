/** Calls of a leased item, and what they spend. */
import { Timestamp } from 'firebase-admin/firestore';
import { beforeEach, expect, vi } from 'vitest';
import { startFirestore } from '../../../providers/testing/start-firestore.ts';
import { toMicros } from '../../../spend/micros.ts';
import { monthOf, readMonth } from '../../../spend/spend-store.ts';
import { itemOf, readLeased, writeItem } from './create-item.ts';

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

  /** Claimed by this worker, and marked as being called. */
  async function startCall() {
    await writeItem(firestore);
    const leased = await readLeased(firestore);
    expect(await leased.claim('me', LEASE_MS)).toEqual({ kind: 'claimed' });
    expect(await leased.reserveCall(PRICE)).toBe('reserved');
    return leased;
  }

  return { firestore, readItem, readSpend, startCall };
}
