import { setTimeout as sleep } from 'node:timers/promises';
import { FieldPath } from '@google-cloud/firestore';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { waitForQuiet } from '../support/batches.ts';
import { firestore } from '../support/firestore.ts';
import { makePrompt, makeRequest, startBatch, waitForBatch } from '../support/generator.ts';
import { countCalls, setLatency } from '../support/sandbox.ts';

const PRICE = 0.035;
const WORKERS_LEARN_WITHIN_MS = 2500;
const budget = firestore.doc('settings/budget');

beforeEach(async () => {
  await setLatency(0);
  await waitForQuiet();
});
afterEach(async () => {
  await budget.delete();
  await sleep(WORKERS_LEARN_WITHIN_MS);
});

/** In all, or by one person. */
const readSpent = async (person?: Account) => {
  const month = new Date().toISOString().slice(0, 7);
  const shards = await firestore.collection(`spend/${month}/shards`).get();
  const field = person ? new FieldPath('byPerson', person.uid) : 'dollars';
  return shards.docs.reduce((sum, shard) => sum + Number(shard.get(field) ?? 0), 0);
};

test('what a batch cost is counted once, and what failed costs nothing', async () => {
  const artist = await signIn(newEmail());
  const id = await startBatch(
    artist,
    makeRequest('stability', { prompt: makePrompt('three at a price'), quantity: 3 }),
  );
  const batch = await waitForBatch(artist, id);
  expect(batch).toMatchObject({ completedCount: 3, cost: 0.105, estimate: 0.105 });
  expect(await readSpent(artist)).toBeCloseTo(0.105, 6);
});

test('a budget stops new calls in the middle of a batch, says so, and is never passed', async () => {
  const artist = await signIn(newEmail());
  const prompt = makePrompt('more than the studio can pay');
  const monthlyDollars = (await readSpent()) + 3.5 * PRICE;
  await budget.set({ monthlyDollars });
  await sleep(WORKERS_LEARN_WITHIN_MS);
  const id = await startBatch(artist, makeRequest('stability', { prompt, quantity: 8 }));
  const batch = await waitForBatch(artist, id);
  expect(batch.status).toBe('completed');
  expect(batch.completedCount).toBeLessThanOrEqual(3);
  expect(batch.completedCount).toBeGreaterThan(0);
  expect(batch.completedCount + batch.failedCount).toBe(8);
  expect(batch.failures[0]?.reason).toMatch(
    /^The studio's budget of \$\d+\.\d\d for this month is used up\./,
  );
  expect((await countCalls(prompt)).paid).toBe(batch.completedCount);
  expect(batch.cost).toBeCloseTo(batch.completedCount * PRICE, 6);
  expect(await readSpent()).toBeLessThanOrEqual(monthlyDollars);
});
