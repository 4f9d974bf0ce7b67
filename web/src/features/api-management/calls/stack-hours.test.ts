import { expect, test } from 'vitest';
import { stackHour } from './stack-hours.ts';

const HOUR = '2026-11-21T12:00:00.000Z';

test('stacks an hour by provider in fixed order, with failed calls on top', () => {
  const column = stackHour({
    hour: HOUR,
    providers: [
      { provider: 'xai', calls: 1, failed: 0 },
      { provider: 'stability', calls: 2, failed: 2 },
      { provider: 'openai', calls: 5, failed: 1 },
    ],
  });
  expect(column).toEqual({
    hour: HOUR,
    calls: 8,
    failed: 3,
    segments: [
      { layer: 'openai', from: 0, to: 4 },
      { layer: 'xai', from: 4, to: 5 },
      { layer: 'failed', from: 5, to: 8 },
    ],
  });
});

test('has no segments for an hour without calls', () => {
  expect(stackHour({ hour: HOUR, providers: [] })).toEqual({ hour: HOUR, calls: 0, failed: 0, segments: [] });
});
