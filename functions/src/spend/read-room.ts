import type { Savings, SpendRoom } from '@portal/contracts/spend';
import type { Firestore } from 'firebase-admin/firestore';
import { readCacheMs } from '../platform/config/config.ts';
import { makeCachedReads } from '../platform/cached-reads.ts';
import { findUnspent, readLimits } from './limits.ts';
import { toDollars } from './micros.ts';
import { monthOf, readTotals } from './spend-store.ts';

/** Shared by everyone whose form asks. */
const cachedTotals = makeCachedReads(readCacheMs, (firestore, month) => readTotals(firestore, month));

/** What this person may still spend in the current month. */
export async function readRoom(firestore: Firestore, uid: string): Promise<SpendRoom> {
  const month = monthOf(new Date());
  const room: SpendRoom = { month, person: null, studio: null };
  const limits = await readLimits(firestore, uid);
  if (limits.length === 0) return room;
  const totalsOf = await cachedTotals.get(firestore, month);
  for (const limit of limits) {
    const totals = totalsOf(limit.person);
    const reserved = toDollars(totals.reserved);
    if (limit.person === null) room.studio = { left: toDollars(findUnspent(limit, totals)), reserved };
    else room.person = { limit: toDollars(limit.amount), spent: toDollars(totals.spent), reserved };
  }
  return room;
}

export async function readSavings(firestore: Firestore, uid: string): Promise<Savings> {
  const month = monthOf(new Date());
  const totalsOf = await cachedTotals.get(firestore, month);
  return { month, dollars: toDollars(totalsOf(uid).saved) };
}
