import { BatchStartedSchema } from '@portal/contracts/batches';
import type { GenerationBatch } from '@portal/contracts/image-generator';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { readItems } from '../support/batches.ts';
import { listBatches, makeRequest, startBatch, waitForBatch } from '../support/generator.ts';
import {
  addFaults,
  clearFaults,
  countCalls,
  releaseCalls,
  setLatency,
  type FaultRule,
} from '../support/sandbox.ts';
import { newPrompt, pathOf } from '../support/api-files.ts';

const SEED = 1000;

let artist: Account;
beforeEach(async () => {
  await setLatency(0);
  artist = await signIn(newEmail());
});
afterEach(async () => {
  await clearFaults();
  await releaseCalls();
});

const retry = (id: string, body: unknown = {}) =>
  callApi('POST', `${pathOf(id)}/retry`, { as: artist, body });
const idOf = ({ body }: { body: unknown }) => BatchStartedSchema.parse(body).batchId;
const findBatch = async (id: string) => (await listBatches(artist)).find((batch) => batch.id === id);

/** Of five images, two are rejected, one is truncated and two fail at every attempt. */
async function makeMixedBatch(prompt: string): Promise<GenerationBatch> {
  const fault = (kind: string, times?: number): FaultRule => ({
    provider: 'stability',
    match: { promptIncludes: prompt },
    ...(times !== undefined && { times }),
    fault: { kind },
  });
  await addFaults(fault('refusal', 2), fault('truncate', 1), fault('server-error'));
  const id = await startBatch(artist, makeRequest('stability', { prompt, quantity: 5, seed: SEED }));
  const batch = await waitForBatch(artist, id);
  await clearFaults();
  return batch;
}

const readVariants = async (id: string) => (await readItems(id)).map(({ variant }) => variant);
const indexesOf = ({ failures }: GenerationBatch, state: string) =>
  failures
    .filter((failure) => failure.state === state && failure.permanent === undefined)
    .map(({ index }) => index);

test('retries failed items, not uncertain ones, in one new batch with the same seeds [D-answers-and-errors-of-the-api.6, D-batches.2, D-batches.6, D-batches.8]', async () => {
  const prompt = newPrompt('retried');
  const first = await makeMixedBatch(prompt);
  expect(first).toMatchObject({
    status: 'failed',
    completedCount: 0,
    failedCount: 4,
    uncertainCount: 1,
    retryable: { failed: 2, uncertain: 1 },
  });
  const kinds = first.failures.map(({ state, attempts, permanent }) => `${state} ${attempts} ${permanent}`);
  expect(kinds.toSorted()).toEqual([
    'failed 1 refused',
    'failed 1 refused',
    'failed 3 undefined',
    'failed 3 undefined',
    'uncertain 1 undefined',
  ]);
  for (const { state, reason, permanent } of first.failures)
    expect(reason).toMatch(
      permanent ? /content rules/ : state === 'failed' ? /internal error/ : /may have been charged/,
    );

  // Clicked ten times at once, and later again.
  const answers = await Promise.all(Array.from({ length: 10 }, () => retry(first.id, { unknown: 1 })));
  answers.push(await retry(first.id));
  for (const answer of answers) expect(answer).toMatchObject({ status: 202, body: { success: true } });
  const [secondId = '', ...others] = new Set(answers.map(idOf));
  expect(others).toEqual([]);
  expect(await listBatches(artist)).toHaveLength(2);
  expect(await readVariants(secondId)).toEqual(indexesOf(first, 'failed'));
  const second = await waitForBatch(artist, secondId);
  const { prompt: _, ...settings } = makeRequest('stability', { seed: SEED, quantity: undefined });
  expect(second).toMatchObject({
    ...Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)),
    prompt,
    customName: `${first.customName} (retry)`,
    status: 'completed',
    requestedCount: 2,
    completedCount: 2,
    retryable: { failed: 0, uncertain: 0 },
  });
  expect(await findBatch(first.id)).toMatchObject({ retryable: { failed: 0, uncertain: 1 } });
  expect(await countCalls(prompt)).toMatchObject({ received: 11, paid: 3 });
  expect(await retry(secondId, { includeUncertain: true })).toMatchObject({
    status: 409,
    body: { code: 'conflict', error: 'This batch has nothing to retry.' },
  });
  expect(await listBatches(artist)).toHaveLength(2);

  const third = idOf(await retry(first.id, { includeUncertain: true }));
  expect(third).not.toBe(secondId);
  expect(await readVariants(third)).toEqual(indexesOf(first, 'uncertain'));
  await waitForBatch(artist, third);
  expect(await findBatch(first.id)).toMatchObject({ retryable: { failed: 0, uncertain: 0 } });
});
