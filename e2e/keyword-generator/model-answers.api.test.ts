import { afterAll, beforeAll, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import {
  addFaultsOf,
  makeAnswer,
  makePicture,
  startKeywords,
  TEXTS,
  waitForBatches,
} from '../support/keywords.ts';
import { clearFaults, setLatency } from '../support/sandbox.ts';
import { readSpent } from '../support/spend-documents.ts';

let writer: Account;
beforeAll(async () => {
  await setLatency(0);
  writer = await signIn(newEmail());
});
afterAll(clearFaults);

test('charges every response: one, two with a repair, six on failure [T4.1.9, T9.0.19, T3.6.3, T8.4.4, D-providers.15]', async () => {
  const good = makeAnswer();
  // Of the same length, so that it costs the same.
  const useless = good.replace('{', '[');
  const before = await readSpent(writer);
  const start = async (...said: readonly [text: string, times?: number][]) => {
    const picture = await makePicture('costs');
    for (const [text, times] of said)
      await addFaultsOf([picture], { kind: 'says', text }, times === undefined ? {} : { times });
    return startKeywords(writer, [picture]);
  };
  const ids = [await start([good]), await start([useless, 1], [good]), await start([useless])];
  const batches = await waitForBatches(writer, ids);
  expect(batches).toMatchObject([
    { status: 'completed', results: [TEXTS] },
    { status: 'completed', results: [TEXTS] },
    {
      status: 'failed',
      progress: 100,
      failedItems: [{ attempts: 3, error: 'The answer could not be used: The answer is not JSON. Retry.' }],
    },
  ]);
  const [one = 0, two = 0, six = 0] = batches.map(({ cost }) => cost);
  expect(one).toBeGreaterThan(0);
  expect(two).toBeGreaterThanOrEqual(2 * one);
  expect(two).toBeLessThan(3 * one);
  expect(six).toBeCloseTo(3 * two, 4);
  expect((await readSpent(writer)) - before).toBeCloseTo(one + two + six, 6);
});
