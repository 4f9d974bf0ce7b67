import { expect, test } from 'vitest';
import { createFacts } from '../../../testing/create-facts.ts';
import { findHistoryInterval } from './use-tool-batches.ts';

const SECOND_MS = 1000;
const done = createFacts({ status: 'completed' });

test("an active job's history is polled often even if its batch is not there yet", () => {
  expect(findHistoryInterval(true, [])).toBeLessThan(SECOND_MS);
  expect(findHistoryInterval(true, [done])).toBeLessThan(SECOND_MS);
  expect(findHistoryInterval(true, [createFacts()])).toBeLessThan(SECOND_MS);
});

test('a history is polled rarely when neither the job nor a batch is active', () => {
  expect(findHistoryInterval(false, [done])).toBeGreaterThan(10 * SECOND_MS);
  expect(findHistoryInterval(false, [done, createFacts()])).toBeLessThan(SECOND_MS);
});
