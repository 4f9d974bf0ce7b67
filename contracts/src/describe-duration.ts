const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** From here on hours do not matter. */
const MANY_DAYS = 7;

/** '2 days 23 h', '23 h', '12 min', '8.3 s', rounded down. Less than two hours are in minutes: one hour is too coarse. */
export function describeDuration(milliseconds: number): string {
  const count = (unit: number) => Math.floor(milliseconds / unit);
  if (milliseconds < 10 * SECOND) return `${count(SECOND / 10) / 10} s`;
  if (milliseconds < MINUTE) return `${count(SECOND)} s`;
  if (milliseconds < 2 * HOUR) return `${count(MINUTE)} min`;
  if (milliseconds < DAY) return `${count(HOUR)} h`;
  const days = count(DAY);
  const hours = count(HOUR) % 24;
  const text = days === 1 ? '1 day' : `${days} days`;
  return hours === 0 || days >= MANY_DAYS ? text : `${text} ${hours} h`;
}
