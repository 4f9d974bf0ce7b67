import { keywordCalls } from '@portal/contracts/keyword-generator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import {
  addFaultsOf,
  makeAnswer,
  makePicture,
  makePictures,
  pathOf,
  startKeywords,
  TEXTS,
  waitForBatch,
  waitForBatches,
} from '../support/keywords.ts';
import { clearFaults, countCalls, setLatency } from '../support/sandbox.ts';
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

test('retries only failed images, in a new batch [T4.1.9, T9.0.19]', async () => {
  const pictures = await makePictures('good', 'never good');
  const [good, useless] = pictures;
  if (!good || !useless) throw new Error('Expected two.');
  await addFaultsOf([useless], { kind: 'says', text: 'No.' });
  const id = await startKeywords(writer, pictures);
  expect(await waitForBatch(writer, id)).toMatchObject({
    status: 'completed',
    completedCount: 1,
    failedItems: [{ index: 1, fileName: useless.name, attempts: 3 }],
  });
  await clearFaults();
  const { body } = await callApi('POST', `${pathOf(id)}/retry`, { as: writer, body: {} });
  const again = await waitForBatch(writer, keywordCalls.retry.response.parse(body).batchId);
  expect(again).toMatchObject({ status: 'completed', images: [useless.name], failedItems: [] });
  expect(await countCalls(good.name)).toEqual({ received: 1, paid: 1 });
  expect(await countCalls(useless.name)).toEqual({ received: 7, paid: 7 });
});
