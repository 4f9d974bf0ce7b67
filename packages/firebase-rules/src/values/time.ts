import { Timestamp } from '../firestore-values.ts';
import { Duration, EvaluationError } from './rules-value.ts';

export const NANOS_PER_SECOND = 1_000_000_000n;
const MAX_DURATION = 315_576_000_000n * NANOS_PER_SECOND;
const MIN_SECONDS = -62_135_596_800;
const MAX_SECONDS = 253_402_300_799;
const DATE_AND_TIME =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:Z|([+-])(\d{2}):(\d{2}))$/;

export function makeDuration(nanos: bigint): Duration {
  if (nanos > MAX_DURATION || nanos < -MAX_DURATION) {
    throw new EvaluationError(
      'Duration is not valid. Seconds must be in range [-315,576,000,000, +315,576,000,000]. Nanos must be in range [-999,999,999, +999,999,999]. Nanos must have the same sign as seconds.',
    );
  }
  return new Duration(nanos);
}

export const nanosOf = ({ seconds, nanos }: Timestamp): bigint =>
  BigInt(seconds) * NANOS_PER_SECOND + BigInt(nanos);

export const addToTimestamp = (timestamp: Timestamp, nanos: bigint): Timestamp =>
  timestampFromNanos(nanosOf(timestamp) + nanos);

export function timestampFromNanos(nanos: bigint): Timestamp {
  const rest = ((nanos % NANOS_PER_SECOND) + NANOS_PER_SECOND) % NANOS_PER_SECOND;
  const seconds = Number((nanos - rest) / NANOS_PER_SECOND);
  if (seconds < MIN_SECONDS || seconds > MAX_SECONDS) throw invalidTimestamp();
  return new Timestamp(seconds, Number(rest));
}

/** Checks only the format: February 30 becomes March 1 or 2. */
export function parseTimestamp(text: string): Timestamp {
  const match = DATE_AND_TIME.exec(text);
  if (!match) throw invalidTimestamp();
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1, 7).map(Number);
  const [fraction = '', sign, zoneHours = 0, zoneMinutes = 0] = match.slice(7);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hours, minutes, seconds);
  const offset = (Number(zoneHours) * 60 + Number(zoneMinutes)) * (sign === '-' ? -60 : 60);
  const wholeSeconds = BigInt(date.getTime() / 1000 - offset);
  return timestampFromNanos(wholeSeconds * NANOS_PER_SECOND + BigInt(fraction.padEnd(9, '0')));
}

/** Months and days start at 1. */
export function timestampFromDate(year: bigint, month: bigint, day: bigint): Timestamp {
  if (year < 1n || year > 9999n) {
    throw new EvaluationError(
      `Timestamp should be between 0001-01-01T00.00.00Z and 9999-12-31T23.59.59Z. year: ${year}.`,
    );
  }
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (date.getUTCMonth() + 1 !== Number(month) || date.getUTCDate() !== Number(day)) {
    throw new EvaluationError(`Date is not valid. year: ${year}, month: ${month} day: ${day}.`);
  }
  return new Timestamp(date.getTime() / 1000, 0);
}

export const toDate = (timestamp: Timestamp): Date => new Date(timestamp.seconds * 1000);

const invalidTimestamp = () =>
  new EvaluationError(
    'Timestamp is not valid. Seconds must be in range [-62,135,596,800, +253,402,300,799]. Nanos must be in range [0, +999,999,999].',
  );
