import { Cron } from 'croner';

/**
 * Reads a schedule as Cloud Scheduler does: five-field cron, or App Engine's "every N minutes", "every N hours" and
 * "every day HH:MM". Everything else throws.
 */
export function parseSchedule(text: string, timezone = 'UTC'): Cron {
  try {
    return new Cron(toCron(text), { timezone, mode: '5-part', sloppyRanges: true });
  } catch (cause) {
    throw new Error(`The local portal does not support the schedule "${text}".`, { cause });
  }
}

function toCron(text: string): string {
  const [, interval, unit] = /^every (\d+) (minutes|mins|hours)$/.exec(text) ?? [];
  if (interval !== undefined) {
    const isHours = unit === 'hours';
    // Cron starts again with each hour and day, so that an interval must divide them evenly.
    if ((isHours ? 24 : 60) % Number(interval) !== 0) throw new RangeError('The interval is uneven.');
    return isHours ? `0 */${interval} * * *` : `*/${interval} * * * *`;
  }
  const [, hour, minute] = /^every day (\d{2}):(\d{2})$/.exec(text) ?? [];
  return hour === undefined ? text : `${minute} ${hour} * * *`;
}
