import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { parseSchedule } from './parse-schedule.ts';

const at = (time: string) => new Date(`${time}Z`);
const DAY_MS = 24 * 60 * 60 * 1000;
const matches = (schedule: string, time: string, timeZone?: string) =>
  parseSchedule(schedule, timeZone).match(at(time));

describe('parseSchedule', () => {
  it.each([
    ['0 2 * * *', '2026-03-01T02:00', true],
    ['0 2 * * *', '2026-03-01T02:01', false],
    ['0 2 * * *', '2026-03-01T14:00', false],
    ['*/5 * * * *', '2026-03-01T11:35', true],
    ['*/5 * * * *', '2026-03-01T11:36', false],
    ['every 5 minutes', '2026-03-01T11:35', true],
    ['every 5 minutes', '2026-03-01T11:33', false],
    ['every 6 hours', '2026-03-01T18:00', true],
    ['every 6 hours', '2026-03-01T17:00', false],
    ['every day 02:30', '2026-03-01T02:30', true],
    ['15,45 8-10/2 * * *', '2026-03-01T10:45', true],
    ['15,45 8-10/2 * * *', '2026-03-01T09:45', false],
    ['10/20 * * * *', '2026-03-01T09:50', true],
  ])('%s at %s: %s', (schedule, time, expected) => {
    expect(matches(schedule, time)).toBe(expected);
  });

  it('counts Sunday as 0 and as 7', () => {
    expect(matches('0 0 * * 0', '2026-03-01T00:00')).toBe(true);
    expect(matches('0 0 * * 7', '2026-03-01T00:00')).toBe(true);
    expect(matches('0 0 * * 1-5', '2026-03-01T00:00')).toBe(false);
  });

  it('matches either day field if both are set, else both', () => {
    expect(matches('0 0 13 * 5', '2026-03-13T00:00')).toBe(true); // a Friday
    expect(matches('0 0 13 * 5', '2026-03-06T00:00')).toBe(true);
    expect(matches('0 0 13 * 5', '2026-03-05T00:00')).toBe(false);
    expect(matches('0 0 13 * *', '2026-03-06T00:00')).toBe(false);
  });

  it('follows the clock of the time zone, including daylight saving time', () => {
    expect(matches('0 2 * * *', '2026-01-15T01:00', 'Europe/Berlin')).toBe(true);
    expect(matches('0 2 * * *', '2026-07-15T00:00', 'Europe/Berlin')).toBe(true);
    expect(matches('0 0 1 * *', '2026-01-31T23:00', 'Europe/Berlin')).toBe(true);
  });

  it.each([
    ['2026-03-28', 'in spring'],
    ['2026-10-24', 'in autumn'],
  ])('runs once a day at 2:00 UTC when the local clock changes (%s) [P9.22]', (firstDay) => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const start = at(`${firstDay}T00:00`).getTime();
    expect(new Date(start).getTimezoneOffset()).not.toBe(new Date(start + 2 * DAY_MS).getTimezoneOffset());
    const nightly = parseSchedule('0 2 * * *', 'Etc/UTC');
    const minutes = Array.from(
      { length: (3 * DAY_MS) / 60_000 },
      (_, minute) => new Date(start + minute * 60_000),
    );
    expect(minutes.filter((minute) => nightly.match(minute))).toEqual(
      [0, 1, 2].map((day) => new Date(start + day * DAY_MS + 2 * 60 * 60_000)),
    );
  });

  it.each([
    '',
    'every 7 minutes',
    'every monday',
    '60 * * * *',
    '* * * *',
    '5-1 * * * *',
    '*/0 * * * *',
    'a b c d e',
    '* * * * * *',
  ])('rejects %j, and names it', (schedule) => {
    expect(() => parseSchedule(schedule)).toThrow(`"${schedule}"`);
  });
});
