import { expect, test } from 'vitest';
import { LimitReached, makeCallPacer, type CallPacer } from './call-pacer.ts';

const START = Date.parse('2026-11-21T02:00:00.400Z');
const HOUR_MS = 60 * 60 * 1000;

function startClock() {
  const clock = { time: START };
  return { clock, now: () => clock.time };
}

const inAnHour = new Date(START + HOUR_MS);
const report = (remaining: number, allowed = 5000, resetAt = inAnHour) => ({ allowed, remaining, resetAt });

/** Calls as fast as it may for so long; when each left. */
function callFor(pacer: CallPacer, clock: { time: number }, ms: number): number[] {
  const times: number[] = [];
  for (const until = clock.time + ms; clock.time < until;) {
    const wait = pacer.take();
    if (wait > 0) {
      clock.time += wait;
      continue;
    }
    times.push(clock.time);
    pacer.note(undefined);
    clock.time += 5;
  }
  return times;
}

const findBusiestMinute = (times: readonly number[]): number =>
  Math.max(...times.map((start) => times.filter((time) => time >= start && time < start + 60_000).length));

test('in no minute there are more than 500 calls, and nearly as many are used [P9.23, D-media.14]', () => {
  const { clock, now } = startClock();
  const times = callFor(makeCallPacer([], now), clock, 5 * 60_000);
  expect(findBusiestMinute(times)).toBeLessThanOrEqual(500);
  expect(times.length / 5).toBeGreaterThan(450);
});

test('500,000 resources fit into an hour of such calls [P9.24]', () => {
  const { clock, now } = startClock();
  const calls = callFor(makeCallPacer([], now), clock, 10 * 60_000).length * 6;
  const callsFor500Resources = 1 + 5;
  expect((calls / callsFor500Resources) * 500).toBeGreaterThan(500_000);
});

test('another worker goes on counting where the last one was', () => {
  const { clock, now } = startClock();
  const first = makeCallPacer([], now);
  const times = callFor(first, clock, 2000);
  times.push(...callFor(makeCallPacer(first.recent(), now), clock, 3 * 60_000));
  expect(findBusiestMinute(times)).toBeLessThanOrEqual(500);
});

test.each([
  ['a tenth', 5000, 500],
  ['at least 20', 100, 20],
  ['never more than half', 30, 15],
])('%s of the hour is left to people, and it is said when there is more', (_name, allowed, reserve) => {
  const { clock, now } = startClock();
  const pacer = makeCallPacer([], now);
  pacer.take();
  pacer.note(report(reserve + 2, allowed));
  expect([pacer.take(), pacer.take()]).toEqual([0, 0]);
  expect(() => pacer.take()).toThrow(new LimitReached(inAnHour));
  clock.time = inAnHour.getTime();
  expect(pacer.take()).toBe(0);
});

test('of answers that come in another order the lowest counts, and a new hour begins anew', () => {
  const { now } = startClock();
  const pacer = makeCallPacer([], now);
  for (let call = 0; call < 3; call += 1) pacer.take();
  pacer.note(report(501));
  pacer.note(report(503));
  pacer.note(report(502));
  expect(() => pacer.take()).toThrow(LimitReached);

  const next = makeCallPacer([], now);
  next.take();
  next.take();
  next.note(report(500));
  next.note(report(4999, 5000, new Date(START + 2 * HOUR_MS)));
  expect(next.take()).toBe(0);
});
