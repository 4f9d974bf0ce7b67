import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { firestore } from '../support/firestore.ts';
import { readItems } from '../support/batches.ts';
import { makePrompt, makeRequest, startBatch, waitForBatch } from '../support/generator.ts';
import { chargedJobs, oneJobOfEach, resetTools, waitForRuns, type ChargedJob } from '../support/jobs.ts';
import { addFaults, clearFaults, countCalls, setLatency, type FaultRule } from '../support/sandbox.ts';

beforeEach(() => setLatency(0));
afterAll(resetTools);
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
  /** Calls that reached the provider, and how many it charged. */
  received: number;
  paid: number;
  reason?: RegExp;
}

const CASES: Record<string, Case> = {
  'one server error': {
    fault: { kind: 'server-error', status: 500 },
    times: 1,
    state: 'done',
    attempts: 2,
    received: 2,
    paid: 1,
  },
  'server errors to the last attempt': {
    fault: { kind: 'server-error', status: 503 },
    state: 'failed',
    attempts: 3,
    received: 3,
    paid: 0,
    reason: /internal error/,
  },
  'a rejected prompt': {
    fault: { kind: 'refusal' },
    state: 'failed',
    attempts: 1,
    received: 1,
    paid: 0,
    reason: /content rules/,
  },
  'an invalid request': {
    fault: { kind: 'server-error', status: 400 },
    state: 'failed',
    attempts: 1,
    received: 1,
    paid: 0,
    reason: /does not accept/,
  },
  'no response in time': {
    fault: { kind: 'time-out', paid: true },
    state: 'uncertain',
    attempts: 1,
    received: 1,
    paid: 1,
    reason: /in time/,
  },
  'a gateway timeout': {
    fault: { kind: 'server-error', status: 504, paid: true },
    state: 'uncertain',
    attempts: 1,
    received: 1,
    paid: 1,
  },
  'a connection reset before processing': {
    fault: { kind: 'reset', at: 'before' },
    state: 'uncertain',
    attempts: 1,
    received: 1,
    paid: 0,
    reason: /Connection lost/,
  },
  'a connection reset after processing': {
    fault: { kind: 'reset', at: 'after' },
    state: 'uncertain',
    attempts: 1,
    received: 1,
    paid: 1,
  },
  'a connection reset during the response': {
    fault: { kind: 'reset', at: 'mid-body' },
    state: 'uncertain',
    attempts: 1,
    received: 1,
    paid: 1,
  },
  'a truncated response': {
    fault: { kind: 'truncate' },
    state: 'uncertain',
    attempts: 1,
    received: 1,
    paid: 1,
  },
  'a response without an image': {
    fault: { kind: 'wrong-content' },
    state: 'uncertain',
    attempts: 1,
    received: 1,
    paid: 1,
  },
  'a slow response': { fault: { kind: 'slow', ms: 2000 }, state: 'done', attempts: 1, received: 1, paid: 1 },
};

/** Starts one batch per case; queues run ten items at once, so all cases run concurrently. */
async function startAll(artist: Account, job: ChargedJob) {
  const runs = await Promise.all(
    Object.entries(CASES).map(async ([name, wanted]) => ({
      job,
      name: `${job.name}, ${name}`,
      wanted,
      ...(await job.prepare(name)),
    })),
  );
  await addFaults(
    ...runs.map(({ wanted, mark }): FaultRule => ({
      provider: job.provider,
      match: { promptIncludes: mark },
      fault: wanted.fault,
      ...(wanted.times !== undefined && { times: wanted.times }),
    })),
  );
  return Promise.all(runs.map(async ({ start, ...run }) => ({ ...run, id: await start(artist) })));
}

/** All at once would be too slow on a small machine. */
const PAIRS = [chargedJobs.slice(0, 2), chargedJobs.slice(2, 4), chargedJobs.slice(4)].map(
  (jobs) => [jobs.map(({ name }) => name).join(' and '), jobs] as const,
);

test.each(PAIRS)(
  'with %s: any fault ends the batch and pays for nothing twice [D-batches.5, D-batches.6, D-batches.8]',
  async (_names, jobs) => {
    const artist = await signIn(newEmail());
    const runs: Awaited<ReturnType<typeof startAll>> = [];
    // One by one: the provider is a setting that is read when a batch is created.
    for (const job of jobs) runs.push(...(await startAll(artist, job)));
    const batches = await waitForRuns(artist, runs);
    const outcomes = await Promise.all(
      runs.map(async (run) => ({
        ...run,
        batch: batches.get(run.id),
        item: (await readItems(run.id))[0],
        calls: await countCalls(run.mark),
      })),
    );
    for (const { name, wanted, batch, item, calls } of outcomes) {
      const { state, attempts, received, paid, reason } = wanted;
      expect({ name, state: item?.state, attempts: item?.attempts, ...calls }).toEqual({
        name,
        state,
        attempts,
        received,
        paid,
      });
      expect({ name, status: batch?.status, done: batch?.done }).toEqual({
        name,
        status: state === 'done' ? 'completed' : 'failed',
        done: state === 'done' ? 1 : 0,
      });
      if (reason) expect(batch?.failures[0]?.reason).toMatch(reason);
      if (state === 'failed') expect(batch?.cost).toBe(0);
      // Uncertain calls are charged at the maximum cost.
      if (state === 'uncertain') expect(batch?.cost).toBeGreaterThanOrEqual(batch?.estimate ?? Infinity);
    }
  },
);

test('tries the next key in the same attempt when one is rate limited [D-providers.3, D-providers.4]', async () => {
  const artist = await signIn(newEmail());
  const prompt = makePrompt('one resting key');
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

test('waits without using an attempt while every key rests [D-providers.3]', async () => {
  const artist = await signIn(newEmail());
  const prompt = makePrompt('all keys resting');
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

test('drops a rejected key, and reports when none is left [D-providers.1]', async () => {
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

const imageJobs = Object.values(oneJobOfEach).filter(({ makesNoImages }) => !makesNoImages);
const STORE_FAULTS: [string, number, FaultRule['fault']][] = [
  ['a media service error', 1, { kind: 'server-error', status: 500 }],
  ['a connection reset by the media service', 1, { kind: 'reset', at: 'after' }],
  ['a busy media service', 1, { kind: 'rate-limit', retryAfterSeconds: 1 }],
  ['a truncated media service response', 1, { kind: 'truncate' }],
  ['an invalid media service response', 1, { kind: 'wrong-content' }],
  ['an unresponsive media service', 1, { kind: 'time-out' }],
  ['a temporarily unavailable media service', 4, { kind: 'server-error', status: 503 }],
];
test.each(STORE_FAULTS)('%s loses or repeats no image of any tool', async (name, times, fault) => {
  const artist = await signIn(newEmail());
  await addFaults(
    ...imageJobs.map(({ tool }) => ({
      provider: 'cloudinary' as const,
      match: { operation: 'upload', promptIncludes: `/${tool}/` },
      times,
      fault,
    })),
  );
  await Promise.all(
    imageJobs.map(async ({ provider, prepare, waitForBatches }) => {
      const { mark, start } = await prepare(`stored despite ${name}`);
      const [batch] = await waitForBatches(artist, [await start(artist)]);
      expect(batch).toMatchObject({ status: 'completed', done: 1 });
      if (provider) expect(await countCalls(mark)).toEqual({ received: 1, paid: 1 });
    }),
  );
});

test.each([
  { ...oneJobOfEach.generator, quantity: 100 },
  { ...oneJobOfEach.stylizer, quantity: 40 },
  { ...oneJobOfEach.keywords, quantity: 40 },
])(
  '$name: $quantity images survive a 20% fault rate, none paid for twice',
  async ({ provider, quantity, prepare, waitForBatches }) => {
    const artist = await signIn(newEmail());
    const { mark, start } = await prepare('many faults', quantity);
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
        match: { promptIncludes: mark },
        probability: 0.045,
        seed,
        fault,
      })),
    );
    const [batch] = await waitForBatches(artist, [await start(artist)], 110_000);
    if (!batch) throw new Error('Batch not found.');
    const { done, failedCount, uncertainCount, cancelledCount, images } = batch;
    expect(done + failedCount + uncertainCount).toBe(quantity);
    expect(cancelledCount).toBe(0);
    expect(new Set(images).size).toBe(done);
    expect(uncertainCount + failedCount).toBeGreaterThan(0);
    expect((await countCalls(mark)).paid).toBe(done + uncertainCount);
  },
);
