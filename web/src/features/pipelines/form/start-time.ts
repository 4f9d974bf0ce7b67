/** The time on this device's clock, for a field of the type `datetime-local`. */
export function toLocalTime(date: Date): string {
  const pad = (part: number) => String(part).padStart(2, '0');
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

const TONIGHT_HOUR = 22;

/** 22:00 of today, or of tomorrow if that is over. */
export function findTonight(now: number): Date {
  const tonight = new Date(now);
  tonight.setHours(TONIGHT_HOUR, 0, 0, 0);
  if (tonight.getTime() <= now) tonight.setDate(tonight.getDate() + 1);
  return tonight;
}

const offset = new Intl.DateTimeFormat('en', { timeZoneName: 'shortOffset' });

/** 'Europe/Berlin, GMT+1' */
export function nameTimeZone(date: Date): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const part = offset.formatToParts(date).find(({ type }) => type === 'timeZoneName')?.value;
  return part === undefined || part === timeZone ? timeZone : `${timeZone}, ${part}`;
}
