const MONTH_COUNT = 12;
const names = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The last 12 months in UTC, newest first, such as `2026-11`. */
export function listMonths(now: Date): string[] {
  return Array.from({ length: MONTH_COUNT }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString().slice(0, 7),
  );
}

/** 'November 2026' */
export const nameMonth = (month: string): string => names.format(new Date(`${month}-01`));
