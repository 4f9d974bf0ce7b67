import { expect, test } from 'vitest';
import { openPart, readText } from '../../../testing/open-part.tsx';
import { createJob } from '../testing/create-job.ts';
import { LaneHeader } from './lane-header.tsx';

const [settings] = createJob().lanes;

test.each([
  [{ cost: 0, estimate: 0.4, done: 0 }, '0 of 4'],
  [{ cost: 0.1, estimate: 0.4, done: 1, secondsEach: 95.4 }, '1 of 4 · $0.10 · 1 min each'],
  [{ cost: 0, estimate: 0, done: 4, secondsEach: 8.34 }, '4 of 4 · Free · 8.3 s each'],
])('a lane is free only if it is not paid for: %o', (facts, text) => {
  if (!settings) throw new Error('The job has no lane.');
  const lane = { index: 0, settings, total: 4, failed: 0, secondsEach: undefined, ...facts };
  openPart(<LaneHeader lane={lane} columnIndex={1} areAllSelected={false} onSelect={() => undefined} />);
  expect(readText()).toContain(text);
  expect(readText().includes('Free')).toBe(text.includes('Free'));
});
