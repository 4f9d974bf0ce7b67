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
