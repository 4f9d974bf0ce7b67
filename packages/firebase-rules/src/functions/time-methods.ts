import { Timestamp } from '../firestore-values.ts';
import { overload, type Builtins, type Overload } from './builtin.ts';
import { makeDuration, NANOS_PER_SECOND, nanosOf, toDate } from '../values/time.ts';

const SECONDS_PER_DAY = 86_400;
const startOfDay = (seconds: number) => Math.floor(seconds / SECONDS_PER_DAY) * SECONDS_PER_DAY;

const part = (read: (date: Date) => number): Overload =>
  overload(['timestamp'], (timestamp) => BigInt(read(toDate(timestamp))));

export const timeMethods: Builtins = {
  year: [part((date) => date.getUTCFullYear())],
  month: [part((date) => date.getUTCMonth() + 1)],
  day: [part((date) => date.getUTCDate())],
  hours: [part((date) => date.getUTCHours())],
  minutes: [part((date) => date.getUTCMinutes())],
  seconds: [
    part((date) => date.getUTCSeconds()),
    overload(['duration'], ({ nanos }) => nanos / NANOS_PER_SECOND),
  ],
  nanos: [
    overload(['timestamp'], ({ nanos }) => BigInt(nanos)),
    overload(['duration'], ({ nanos }) => nanos % NANOS_PER_SECOND),
  ],
  /** Monday is 1, Sunday is 7. */
  dayOfWeek: [part((date) => date.getUTCDay() || 7)],
  dayOfYear: [part((date) => 1 + Math.floor((date.getTime() - yearStart(date)) / (SECONDS_PER_DAY * 1000)))],
  toMillis: [overload(['timestamp'], (timestamp) => floorDivide(nanosOf(timestamp), 1_000_000n))],
  date: [overload(['timestamp'], ({ seconds }) => new Timestamp(startOfDay(seconds), 0))],
  time: [
    overload(['timestamp'], (timestamp) =>
      makeDuration(nanosOf(timestamp) - BigInt(startOfDay(timestamp.seconds)) * NANOS_PER_SECOND),
    ),
  ],
};

function yearStart(date: Date): number {
  const start = new Date(0);
  return start.setUTCFullYear(date.getUTCFullYear(), 0, 1);
}

const floorDivide = (value: bigint, by: bigint) => (value - (((value % by) + by) % by)) / by;
