/** The monthly limits that a call has to fit in: the studio's budget and the limit of its owner. */
import { formatDollars } from '@portal/contracts/dollars';
import type { Firestore } from 'firebase-admin/firestore';
import { readMonthlyLimit } from './budget.ts';
import { negateMicros, sumMicros, toDollars, toMicros, type Micros } from './micros.ts';
import { readPersonLimit } from './person-limits.ts';
import type { Totals } from './spend-store.ts';

export interface Limit {
  /** The person whose limit it is; null for the studio's budget. */
  person: string | null;
  amount: Micros;
}

/** Both settings are cached: without a limit this reads nothing. */
export async function readLimits(firestore: Firestore, owner: string): Promise<Limit[]> {
  const [studio, person] = await Promise.all([
    readMonthlyLimit(firestore),
    readPersonLimit(firestore, owner),
  ]);
  return [
    ...(person === null ? [] : [{ person: owner, amount: toMicros(person) }]),
    ...(studio === null ? [] : [{ person: null, amount: toMicros(studio) }]),
  ];
}

/** What is not spent or reserved; negative if more is. */
export const findRoom = ({ amount }: Limit, { spent, reserved }: Totals): Micros =>
  sumMicros(amount, negateMicros(spent), negateMicros(reserved));

/** What is not spent. Most of what calls have reserved is released. */
export const findUnspent = ({ amount }: Limit, { spent }: Pick<Totals, 'spent'>): Micros =>
  sumMicros(amount, negateMicros(spent));

export const describeUsedUp = ({ person, amount }: Limit): string =>
  person === null
    ? `The studio's budget of ${format(amount)} for this month is used up. An admin can raise it.`
    : `Your monthly limit of ${format(amount)} is used up. Ask an admin to raise it.`;

export function describeShortfall(
  { person }: Limit,
  needed: Micros,
  left: Micros,
  name: 'batch' | 'job',
  hasPlanned = false,
): string {
  // Rounded apart: an amount that does not fit must not look like the one that is left.
  const amounts = `This ${name} needs up to ${format(roundToCents(needed, Math.ceil))}, and ${format(roundToCents(left, floorFromZero))} is left of`;
  const beside = hasPlanned ? ' after scheduled jobs' : '';
  return person === null
    ? `${amounts} the studio's budget for this month${beside}. Choose fewer images, or ask an admin to raise the budget.`
    : `${amounts} your monthly limit${beside}. Choose fewer images, or ask an admin to raise it.`;
}

/** Scheduled jobs may need more than there is. */
const floorFromZero = (cents: number): number => Math.max(0, Math.floor(cents));

const MICROS_PER_CENT = toMicros(0.01);
const roundToCents = (amount: Micros, round: (cents: number) => number): Micros =>
  toMicros(round(amount / MICROS_PER_CENT) / 100);

const format = (amount: Micros): string => formatDollars(toDollars(amount));
