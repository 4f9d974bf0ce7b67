import { afterEach, beforeEach, expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { firestore } from '../support/firestore.ts';
import {
  makePrompt,
  makeRequest,
  providerNames,
  readItems,
  startBatch,
  waitForBatch,
  waitForBatches,
  type ProviderName,
} from '../support/generator.ts';
import { addFaults, clearFaults, countCalls, setLatency, type FaultRule } from '../support/sandbox.ts';

beforeEach(() => setLatency(0));
afterEach(async () => {
  await clearFaults();
  const keys = await firestore.collection('providerKeys').get();
  await Promise.all(keys.docs.map((provider) => provider.ref.delete()));
});

interface Case {
  fault: FaultRule['fault'];
  times?: number;
  state: 'done' | 'failed' | 'uncertain';
  attempts: number;
  /** Calls that reached the provider, and those of them that it charged. */
  received: number;
  paid: number;
  reason?: RegExp;
}

const CASES: Record<string, Case> = {
  'one fault of the server': {
    fault: { kind: 'server-error', status: 500 },
    times: 1,
    state: 'done',
    attempts: 2,
    received: 2,
    paid: 1,
  },
  'faults of the server to the last attempt': {
    fault: { kind: 'server-error', status: 503 },
    state: 'failed',
    attempts: 3,
    received: 3,
    paid: 0,
    reason: /fault of its own/,
  },
  'a refusal': {
    fault: { kind: 'refusal' },
    state: 'failed',
    attempts: 1,
    received: 1,
    paid: 0,
    reason: /content rules/,
  },
  'no answer in time': {
    fault: { kind: 'time-out', paid: true },
    state: 'uncertain',
    attempts: 1,
    received: 1,
    paid: 1,
    reason: /in time/,
  },
  'a gateway that gives up': {
    fault: { kind: 'server-error', status: 504, paid: true },
    state: 'uncertain',
    attempts: 1,
    received: 1,
    paid: 1,
  },
  'a connection reset before the work': {
    fault: { kind: 'reset', at: 'before' },
    state: 'uncertain',
    attempts: 1,
    received: 1,
    paid: 0,
    reason: /connection/,
  },
  'a connection reset after the work': {
    fault: { kind: 'reset', at: 'after' },
    state: 'uncertain',
    attempts: 1,
    received: 1,
    paid: 1,
  },
  'a connection reset in the middle of the answer': {
    fault: { kind: 'reset', at: 'mid-body' },
    state: 'uncertain',
    attempts: 1,
    received: 1,
    paid: 1,
  },
  'half an answer': { fault: { kind: 'truncate' }, state: 'uncertain', attempts: 1, received: 1, paid: 1 },
  'something that is no image': {
    fault: { kind: 'wrong-content' },
    state: 'uncertain',
    attempts: 1,
    received: 1,
    paid: 1,
  },
  'a slow answer': { fault: { kind: 'slow', ms: 2000 }, state: 'done', attempts: 1, received: 1, paid: 1 },
};

/** All at once: each item is known by its prompt, and the queue has work for ten at a time. */
test.each(providerNames)(
  'with %s, whatever goes wrong, nothing is paid for twice and the batch ends [D-batches.5, D-batches.6, D-batches.8]',
  async (provider) => {
    const artist = await signIn(newEmail());
    const runs = Object.entries(CASES).map(([name, wanted]) => ({
      wanted,
      name,
      prompt: makePrompt(name),
    }));
    await addFaults(
      ...runs.map(({ wanted, prompt }): FaultRule => ({
        provider,
        match: { promptIncludes: prompt },
        fault: wanted.fault,
        ...(wanted.times !== undefined && { times: wanted.times }),
      })),
    );
    const ids = await Promise.all(
      runs.map(({ prompt }) => startBatch(artist, makeRequest(provider, { prompt }))),
    );
    const batches = await waitForBatches(artist, ids);
    const outcomes = await Promise.all(
      runs.map(async (run, index) => ({
        ...run,
        batch: batches[index],
        item: (await readItems(ids[index] ?? ''))[0],
        calls: await countCalls(run.prompt),
      })),
    );
    for (const { name, wanted, batch, item, calls } of outcomes) {
      const { state, attempts, received, paid, reason } = wanted;
      expect({ name, state: item?.state, attempts: item?.attempts, ...calls }).toMatchObject({
        name,
        state,
        attempts,
        received,
        paid,
      });
      expect({ name, status: batch?.status, completed: batch?.completedCount }).toEqual({
        name,
        status: state === 'done' ? 'completed' : 'failed',
        completed: state === 'done' ? 1 : 0,
      });
      if (reason) expect(batch?.failures[0]?.reason).toMatch(reason);
      if (state === 'failed') expect(batch?.cost).toBe(0);
      if (state === 'uncertain') expect(batch?.cost).toBe(batch?.estimate);
    }
  },
  90_000,
);

test('a rate limited key rests and the next is tried within the same attempt [D-providers.3, D-providers.4]', async () => {
  const artist = await signIn(newEmail());
  const prompt = makePrompt('one key is tired');
  await addFaults({
    provider: 'xai',
    match: { promptIncludes: prompt },
    times: 1,
    fault: { kind: 'rate-limit', retryAfterSeconds: 30 },
  });
  const id = await startBatch(artist, makeRequest('xai', { prompt }));
  expect(await waitForBatch(artist, id)).toMatchObject({ status: 'completed', completedCount: 1 });
  expect((await readItems(id))[0]).toMatchObject({ attempts: 1 });
  expect(await countCalls(prompt)).toMatchObject({ received: 2, paid: 1 });
});

test('when every key rests the item waits until one may be used, and the wait is no attempt [D-providers.3]', async () => {
  const artist = await signIn(newEmail());
  const prompt = makePrompt('all keys are tired');
  await addFaults({
    provider: 'xai',
    match: { promptIncludes: prompt },
    times: 2,
    fault: { kind: 'rate-limit', retryAfterSeconds: 4 },
  });
  const id = await startBatch(artist, makeRequest('xai', { prompt }));
  expect(await waitForBatch(artist, id)).toMatchObject({ status: 'completed', completedCount: 1 });
  expect((await readItems(id))[0]).toMatchObject({ attempts: 2 });
  expect(await countCalls(prompt)).toMatchObject({ received: 3, paid: 1 });
});

test('a rejected key is out, the others go on; with none left the item says so [D-providers.1]', async () => {
  const artist = await signIn(newEmail());
  const keyOf = (number: number) => `sandbox-stability-key-${number}`;
  const reject = (number: number): FaultRule => ({
    provider: 'stability',
    match: { key: keyOf(number) },
    fault: { kind: 'key-rejected' },
  });
  await addFaults(reject(1));
  const first = await startBatch(artist, makeRequest('stability', { prompt: 'one key left', quantity: 4 }));
  expect(await waitForBatch(artist, first)).toMatchObject({ status: 'completed', completedCount: 4 });
  await addFaults(reject(2));
  const second = await startBatch(artist, makeRequest('stability', { prompt: 'no key left' }));
  const ended = await waitForBatch(artist, second);
  expect(ended).toMatchObject({ status: 'failed' });
  expect(ended.failures[0]?.reason).toMatch(/keys/);
});

const STORE_FAULTS: [string, number, FaultRule['fault']][] = [
  ['a fault of the media service', 1, { kind: 'server-error', status: 500 }],
  ['a connection to it that is reset', 1, { kind: 'reset', at: 'after' }],
  ['a busy media service', 1, { kind: 'rate-limit', retryAfterSeconds: 1 }],
  ['an answer of it that is cut off', 1, { kind: 'truncate' }],
  ['an answer of it that is none', 1, { kind: 'wrong-content' }],
  ['a media service that does not answer', 1, { kind: 'time-out' }],
  ['a media service that is down for a while', 4, { kind: 'server-error', status: 503 }],
];
test.each(STORE_FAULTS)('%s loses no image and makes none twice', async (name, times, fault) => {
  const artist = await signIn(newEmail());
  const prompt = makePrompt(`stored in spite of ${name}`);
  await addFaults({ provider: 'cloudinary', match: { operation: 'upload' }, times, fault });
  const id = await startBatch(artist, makeRequest('openai', { prompt }));
  expect(await waitForBatch(artist, id)).toMatchObject({ status: 'completed', completedCount: 1 });
  expect(await countCalls(prompt)).toMatchObject({ received: 1, paid: 1 });
});

test('a hundred images with one call in five going wrong: all accounted for, none paid twice', async () => {
  const artist = await signIn(newEmail());
  const prompt = makePrompt('a hundred and a storm');
  const provider: ProviderName = 'stability';
  const kinds: FaultRule['fault'][] = [
    { kind: 'server-error', status: 500 },
    { kind: 'rate-limit', retryAfterSeconds: 1 },
    { kind: 'refusal' },
    { kind: 'truncate' },
    { kind: 'reset', at: 'after' },
  ];
  await addFaults(
    ...kinds.map((fault, seed) => ({
      provider,
      match: { promptIncludes: prompt },
      probability: 0.045,
      seed,
      fault,
    })),
  );
  const id = await startBatch(artist, makeRequest(provider, { prompt, quantity: 100 }));
  const batch = await waitForBatch(artist, id, undefined, 110_000);
  const { completedCount, failedCount, uncertainCount, cancelledCount } = batch;
  expect(completedCount + failedCount + uncertainCount).toBe(100);
  expect(cancelledCount).toBe(0);
  expect(new Set(batch.generatedImages).size).toBe(completedCount);
  expect(uncertainCount + failedCount).toBeGreaterThan(0);
  expect((await countCalls(prompt)).paid).toBe(completedCount + uncertainCount);
}, 120_000);
