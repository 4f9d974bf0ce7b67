import { stylizerCalls } from '@portal/contracts/stylizer';
import { afterEach, expect, test } from 'vitest';
import { newEmail, signIn, signInAdmin, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { readItems, waitForIdle } from '../support/batches.ts';
import { firestore } from '../support/firestore.ts';
import { makePrompt, makeRequest, startBatch } from '../support/generator.ts';
import { holdCommits, releaseCommits, skipWithoutHolds } from '../support/hold-commits.ts';
import { oneCaseOfEach, resetTools } from '../support/tool-cases.ts';
import { addFaults, clearFaults, countCalls, releaseCalls, setLatency } from '../support/sandbox.ts';
import { readSpendOf } from '../support/spend.ts';

/** The concurrency of one queue. */
const AT_ONCE = 10;
const COST = 0.02;

afterEach(async () => {
  await clearFaults();
  await releaseCalls();
  await resetTools();
});

const revoke = async ({ uid }: Account) =>
  callApi('DELETE', `/api/admin/user-directory/users/${uid}`, { as: await signInAdmin() });

async function countStates(batchId: string): Promise<Record<string, number>> {
  const byState = Map.groupBy(await readItems(batchId), ({ state }) => state);
  return Object.fromEntries([...byState].map(([state, items]) => [state, items.length]));
}

const readBatch = (batchId: string) => firestore.doc(`batches/${batchId}`).get();
const isEnded = async (batchId: string) => (await readBatch(batchId)).get('endedAt') !== null;

test('revoking stops all of a person’s batches and pays only calls in progress [D-access-and-money.1]', async () => {
  await setLatency(0);
  await waitForIdle();
  const artist = await signIn(newEmail());
  const prompt = makePrompt('revoked in the middle');
  await addFaults({ provider: 'xai', match: { promptIncludes: prompt }, fault: { kind: 'hold' } });
  const id = await startBatch(artist, makeRequest('xai', { prompt, quantity: 12 }));
  const words = await oneCaseOfEach.keywords.prepare('revoked', 12);
  await addFaults({ provider: 'openai', match: { promptIncludes: words.mark }, fault: { kind: 'hold' } });
  const other = await words.start(artist);
  for (const mark of [prompt, words.mark]) {
    await expect.poll(async () => (await countCalls(mark)).received).toBe(AT_ONCE);
  }
  // Not before: the batches of one person share the queue.
  const next = await startBatch(artist, makeRequest('xai', { prompt: `${prompt}, next`, quantity: 2 }));

  expect(await revoke(artist)).toMatchObject({ status: 200 });
  expect(await countStates(id)).toEqual({ calling: AT_ONCE, cancelled: 2 });
  expect(await countStates(next)).toEqual({ cancelled: 2 });
  expect(await countStates(other)).toEqual({ calling: AT_ONCE, cancelled: 2 });
  expect(await isEnded(next)).toBe(true);

  await clearFaults();
  await releaseCalls();
  for (const batch of [id, other]) await expect.poll(() => isEnded(batch)).toBe(true);
  expect(await countStates(id)).toEqual({ done: AT_ONCE, cancelled: 2 });
  expect(await countCalls(prompt)).toEqual({ received: AT_ONCE, paid: AT_ONCE });
  expect(await countStates(other)).toEqual({ done: AT_ONCE, cancelled: 2 });
  expect(await countCalls(words.mark)).toEqual({ received: AT_ONCE, paid: AT_ONCE });
  const written = (await readItems(other)).reduce((sum, { cost }) => sum + cost, 0) / 1e6;
  expect(await readSpendOf(artist)).toBeCloseTo(AT_ONCE * COST + written, 5);
});

test('a request admitted just before a revoke starts no batch [D-access-and-money.1]', async () => {
  const artist = await signIn(newEmail());
  await callApi('GET', '/api/auth/user', { as: artist });
  // Without the notification that clears the role cache.
  await firestore.doc(`users/${artist.uid}`).delete();
  const prompt = makePrompt('started after a revoke');
  const answer = await callApi('POST', '/api/image-generator/generate', {
    as: artist,
    body: makeRequest('xai', { prompt }),
  });
  expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  expect((await firestore.collection('batches').where('owner', '==', artist.uid).get()).size).toBe(0);
});

test('makes no call for a claimed item of a cancelled batch [D-batches.4]', async (context) => {
  await skipWithoutHolds(context);
  await setLatency(0);
  await waitForIdle();
  const artist = await signIn(newEmail());
  // The image generator claims an item and notes its call in one commit.
  const { mark, start } = await oneCaseOfEach.stylizer.prepare('claimed, then cancelled');
  await holdCommits('/items/', 'claimed');
  const id = await start(artist);
  try {
    await expect.poll(() => countStates(id)).toEqual({ claimed: 1 });
    await callApi('POST', stylizerCalls.cancel.path.replace('{id}', id), { as: artist });
    expect(await countStates(id)).toEqual({ cancelled: 1 });
  } finally {
    await releaseCommits();
  }
  expect(await isEnded(id)).toBe(true);
  await waitForIdle();
  expect(await countCalls(mark)).toEqual({ received: 0, paid: 0 });
});
