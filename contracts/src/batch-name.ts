/** A batch's default name, as in `11/21/26, 8:05 AM`, in the person's time zone. */
export function nameByTime(timeZone: string, now = new Date()): string {
  const style = { dateStyle: 'short', timeStyle: 'short' } as const;
  try {
    return new Intl.DateTimeFormat('en-US', { ...style, timeZone }).format(now);
  } catch {
    // Unknown time zone.
    return new Intl.DateTimeFormat('en-US', { ...style, timeZone: 'UTC' }).format(now);
  }
}

/** Whether it is a default name, also of a retry. */
export const isTimeName = (name: string): boolean =>
  /^\d{1,2}\/\d{1,2}\/\d{2}, \d{1,2}:\d{2}\s[AP]M(?: \(retry\))*$/.test(name);
