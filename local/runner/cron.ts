/**
 * The schedules Cloud Scheduler takes, as far as the portal uses them: five-field cron, and App Engine's
 * "every N minutes", "every N hours", "every day HH:MM". Anything else is refused by name, never guessed.
 */
export interface Schedule {
  matches(time: Date): boolean;
}

const fieldRanges = [
  { name: 'minute', low: 0, high: 59 },
  { name: 'hour', low: 0, high: 23 },
  { name: 'day of month', low: 1, high: 31 },
  { name: 'month', low: 1, high: 12 },
  { name: 'day of week', low: 0, high: 7 },
] as const;

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

export function parseSchedule(text: string, timeZone = 'UTC'): Schedule {
  const clock = makeClock(timeZone);
  const [minutes, hours, daysOfMonth, months, daysOfWeek] = toCron(text)
    .split(/\s+/)
    .map((field, index) => parseField(field, index, text));
  if (!minutes || !hours || !daysOfMonth || !months || !daysOfWeek) throw unknownSchedule(text);
  return {
    matches(time) {
      const now = clock(time);
      const dayOfMonth = daysOfMonth.values.has(now.day);
      const dayOfWeek = daysOfWeek.values.has(now.weekday) || (now.weekday === 0 && daysOfWeek.values.has(7));
      // Cron's old rule: with both day fields given, either is enough.
      const day = daysOfMonth.isStar || daysOfWeek.isStar ? dayOfMonth && dayOfWeek : dayOfMonth || dayOfWeek;
      return (
        day && minutes.values.has(now.minute) && hours.values.has(now.hour) && months.values.has(now.month)
      );
    },
  };
}

function toCron(text: string): string {
  const schedule = text.trim();
  const every = /^every (\d+) (minutes|mins|hours)$/.exec(schedule);
  if (every) {
    const step = Number(every[1]);
    const unit = every[2] === 'hours' ? 24 : 60;
    // A step that does not divide the hour or the day evenly cannot be said in cron.
    if (step < 1 || unit % step !== 0) throw unknownSchedule(text);
    return unit === 24 ? `0 */${step} * * *` : `*/${step} * * * *`;
  }
  const daily = /^every day (\d{2}):(\d{2})$/.exec(schedule);
  return daily ? `${Number(daily[2])} ${Number(daily[1])} * * *` : schedule;
}

interface Field {
  values: Set<number>;
  isStar: boolean;
}

function parseField(field: string, index: number, text: string): Field {
  const range = fieldRanges[index];
  if (!range) throw unknownSchedule(text);
  const values = new Set<number>();
  for (const part of field.split(',')) {
    const match = /^(?:\*|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/.exec(part);
    if (!match) throw unknownSchedule(text);
    const step = Number(match[3] ?? 1);
    const low = Number(match[1] ?? range.low);
    const isSingle = match[1] !== undefined && match[2] === undefined && match[3] === undefined;
    const high = isSingle ? low : Number(match[2] ?? range.high);
    if (step < 1 || low < range.low || high > range.high || low > high) throw unknownSchedule(text);
    for (let value = low; value <= high; value += step) values.add(value);
  }
  return { values, isStar: field.startsWith('*') };
}

function makeClock(timeZone: string) {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    minute: 'numeric',
    hour: 'numeric',
    day: 'numeric',
    month: 'numeric',
    weekday: 'short',
  });
  return (time: Date) => {
    const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));
    return {
      minute: Number(parts['minute']),
      hour: Number(parts['hour']),
      day: Number(parts['day']),
      month: Number(parts['month']),
      weekday: weekdays.indexOf(parts['weekday'] ?? ''),
    };
  };
}

const unknownSchedule = (text: string) =>
  new Error(`The local runner does not understand the schedule "${text}".`);
