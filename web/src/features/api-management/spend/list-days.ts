import type { Spend } from '@portal/contracts/spend';
import { nameMonth } from '../../../tools/spend/list-months.ts';
import { formatDollars } from '@portal/contracts/dollars';

type Day = Spend['byDay'][number];

/** Every day of the month, also those that cost nothing. */
export function listDays({ month, byDay }: Spend): Day[] {
  const next = new Date(`${month}-01`);
  next.setUTCMonth(next.getUTCMonth() + 1, 0);
  return Array.from({ length: next.getUTCDate() }, (_, index) => {
    const day = `${month}-${String(index + 1).padStart(2, '0')}`;
    return byDay.find((known) => known.day === day) ?? { day, dollars: 0 };
  });
}

const names = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** 'Nov 3' */
export const nameDay = (day: string): string => names.format(new Date(day));

export const describeDay = ({ day, dollars }: Day): string =>
  `${nameDay(day)}: ${dollars === 0 ? 'no spend' : formatDollars(dollars)}`;

/** The chart in one sentence, also for screen readers. */
export function describeMonth({ month, byDay }: Spend): string {
  const [highest] = byDay.toSorted((one, other) => other.dollars - one.dollars);
  if (!highest) return `No spend in ${nameMonth(month)}`;
  const total = byDay.reduce((sum, { dollars }) => sum + dollars, 0);
  return `${formatDollars(total)} in ${nameMonth(month)}; most on ${nameDay(highest.day)} with ${formatDollars(highest.dollars)}`;
}
