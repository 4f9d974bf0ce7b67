const MONTHS_BACK = 12;
const names = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** This month (UTC) and those before it, a year back, as in `2026-11`. */
export function listMonths(now: Date): string[] {
  return Array.from({ length: MONTHS_BACK }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString().slice(0, 7),
  );
}

/** 'November 2026' */
export const nameMonth = (month: string): string => names.format(new Date(`${month}-01`));
