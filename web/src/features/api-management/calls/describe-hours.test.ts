import { expect, test } from 'vitest';
import { describeColumn, describeDay, formatHour } from './describe-hours.ts';
import { stackHour } from './stack-hours.ts';

const EIGHT = '2026-11-21T08:00:00.000Z';
const NINE = '2026-11-21T09:00:00.000Z';
const columns = [
  stackHour({ hour: EIGHT, providers: [{ provider: 'openai', calls: 1200, failed: 1 }] }),
  stackHour({ hour: NINE, providers: [{ provider: 'google', calls: 3, failed: 0 }] }),
];

test('describes an hour and the whole day', () => {
  expect(columns.map(describeColumn)).toEqual([
    `${formatHour(EIGHT)}: OpenAI 1,199, Failed 1`,
    `${formatHour(NINE)}: Google 3`,
  ]);
  expect(describeDay(columns)).toBe(
    `1,203 calls in the last 24 hours, 1 failed; peak at ${formatHour(EIGHT)} with 1,200`,
  );
});

test('describes hours and days without calls', () => {
  const empty = stackHour({ hour: EIGHT, providers: [] });
  expect(describeColumn(empty)).toBe(`${formatHour(EIGHT)}: no calls`);
  expect(describeDay([empty])).toBe('No calls in the last 24 hours');
});
