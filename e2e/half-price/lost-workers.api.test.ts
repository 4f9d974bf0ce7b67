import { afterEach, beforeEach, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { readItems, waitForIdle } from '../support/batches.ts';
import { makePrompt, makeRequest, startBatch, waitForBatch } from '../support/generator.ts';
import {
  controlBatches,
  killWorker,
  readProviderBatches,
  resetBatches,
  submitReady,
  waitUntilEnded,
  waitUntilSent,
} from '../support/half-price.ts';
import { holdCommits, releaseCommits } from '../support/hold-commits.ts';
import { makeJob, makeLane, readJob, startJob, waitForJob } from '../support/pipelines.ts';
import {
  addFaults,
  clearFaults,
  countByProvider,
  countCalls,
  isHeld,
  releaseCalls,
  setLatency,
} from '../support/sandbox.ts';
import { readReserved, readSpent } from '../support/spend-documents.ts';

const POLLING = { timeout: 40_000, interval: 50 };
const PICTURES = 3;
const PROVIDERS = ['openai', 'google'] as const;
type ProviderName = (typeof PROVIDERS)[number];

let artist: Account;
beforeEach(async () => {
  await setLatency(0);
  await waitForIdle();
  await controlBatches({ do: 'set', manual: true });
  artist = await signIn(newEmail());
});
afterEach(async () => {
  await releaseCommits();
  await clearFaults();
  await releaseCalls();
  await resetBatches();
});

const stateOf = async (batchId: string) => (await readProviderBatches(batchId))[0]?.state;

/** Where a worker is stopped. */
interface Step {
  /** While it sends the batch, or while it looks after it. */
  during: 'sending' | 'following';
  stop: (provider: ProviderName) => Promise<unknown>;
  isReached: (batchId: string) => Promise<boolean>;
}

const afterState = (state: string): Pick<Step, 'stop' | 'isReached'> => ({
  stop: () => holdCommits('/providerBatches/', state),
  isReached: async (batchId) => (await stateOf(batchId)) === state,
});

const atCall = (operation: string, at: 'before' | 'after'): Pick<Step, 'stop' | 'isReached'> => ({
  stop: (provider) => addFaults({ provider, match: { operation }, times: 1, fault: { kind: 'hold', at } }),
  isReached: () => isHeld(''),
});

const STEPS: Record<string, Step> = {
  'after it has set the cost aside, before it asks the provider': {
    during: 'sending',
    ...afterState('creating'),
  },
  'before the provider has created the batch': { during: 'sending', ...atCall('batch-create', 'before') },
  'after the provider has created the batch, before it knows': {
    during: 'sending',
    ...atCall('batch-create', 'after'),
  },
  'after it has noted the batch': { during: 'sending', ...afterState('running') },
  'before it reads the results': { during: 'following', ...atCall('batch-results', 'before') },
  'after a picture is stored, before it is counted': {
    during: 'following',
    stop: () =>
      addFaults({
        provider: 'cloudinary',
        match: { operation: 'upload', promptIncludes: '/image-generator/' },
        times: 1,
        fault: { kind: 'hold', at: 'after' },
      }),
    isReached: () => isHeld('/image-generator/'),
  },
  'after the second picture is counted': {
    during: 'following',
    stop: () => holdCommits('/items/1', 'done'),
    isReached: async (batchId) => (await readItems(batchId))[1]?.state === 'done',
  },
  'after it has stored everything': { during: 'following', ...afterState('ended') },
};

const start = (provider: ProviderName, prompt: string) =>
  startBatch(artist, makeRequest(provider, { prompt, quantity: PICTURES, isHalfPrice: true }));

const readTotals = async () => ({ ledger: await countByProvider(), spent: await readSpent() });

interface Paid {
  id: string;
  provider: ProviderName;
  prompt: string;
  cost: number;
  /** Pictures. */
  paid: number;
}

/** By one provider batch, in the sandbox's ledger and in the portal's accounts. */
async function expectPaid(
  { id, provider, prompt, cost, paid }: Paid,
  before: Awaited<ReturnType<typeof readTotals>>,
): Promise<void> {
  expect(await countCalls(prompt)).toMatchObject({ paid });
  const { ledger, spent } = await readTotals();
  expect(ledger[provider].paid - before.ledger[provider].paid).toBe(paid);
  expect(await readProviderBatches(id)).toHaveLength(1);
  expect(await readReserved(artist)).toBe(0);
  expect(await readSpent(artist)).toBeCloseTo(cost, 6);
  expect(spent - before.spent).toBeCloseTo(cost, 6);
}

const cases = PROVIDERS.flatMap((provider) =>
  Object.entries(STEPS).map(([name, step]) => ({ provider, name, step })),
);

test.each(cases)(
  'no picture is lost or paid twice when a worker of $provider is killed $name',
  async ({ provider, step }) => {
    const prompt = makePrompt('a lost and patient fox');
    const before = await readTotals();
    if (step.during === 'sending') await step.stop(provider);
    const id = await start(provider, prompt);
    if (step.during === 'following') {
      await waitUntilSent(id);
      await controlBatches({ do: 'advance' });
      await step.stop(provider);
    }
    const ended = step.during === 'following' ? waitUntilEnded(id) : undefined;
    await expect.poll(() => step.isReached(id), POLLING).toBe(true);
    await killWorker(id);
    await clearFaults();
    await releaseCalls();
    await (ended ?? waitUntilEnded(id));

    const batch = await waitForBatch(artist, id);
    expect(batch).toMatchObject({ completedCount: PICTURES, uncertainCount: 0, failedCount: 0 });
    await expectPaid({ id, provider, prompt, cost: batch.cost, paid: PICTURES }, before);
  },
  120_000,
);

/** OpenAI keeps what it has made until a batch expires. Gemini does not, but says how many pictures were made. */
const EXPIRED = {
  openai: { completedCount: 1, failedCount: PICTURES - 1, uncertainCount: 0 },
  google: { completedCount: 0, failedCount: PICTURES, uncertainCount: 0 },
} as const;
const READING = 'before it reads the results';
const EXPIRY_STEPS: Record<string, Pick<Step, 'stop' | 'isReached'>> = {
  'before it learns of that': atCall('batch', 'before'),
  'after it has noted that': afterState('collecting'),
  [READING]: atCall('batch-results', 'before'),
  'after the missing ones have failed': {
    stop: () => holdCommits('/items/', 'failed'),
    isReached: async (batchId) => (await readItems(batchId)).some(({ state }) => state === 'failed'),
  },
};
const expiryCases = PROVIDERS.flatMap((provider) =>
  Object.entries(EXPIRY_STEPS)
    // Gemini has nothing to read.
    .filter(([name]) => name !== READING || provider === 'openai')
    .map(([name, step]) => ({ provider, name, step })),
);

test.each(expiryCases)(
  'what $provider made before a batch expired is paid once when a worker is killed $name',
  async ({ provider, step }) => {
    const prompt = makePrompt('a late and patient fox');
    const before = await readTotals();
    const id = await start(provider, prompt);
    await waitUntilSent(id);
    await controlBatches({ do: 'advance', lines: 1 });
    await controlBatches({ do: 'expire' });
    await step.stop(provider);
    const ended = waitUntilEnded(id, { do: 'expire' });
    await expect.poll(() => step.isReached(id), POLLING).toBe(true);
    await killWorker(id);
    await clearFaults();
    await releaseCalls();
    await ended;

    const batch = await waitForBatch(artist, id);
    expect(batch).toMatchObject(EXPIRED[provider]);
    expect(batch.cost).toBeGreaterThan(0);
    await expectPaid({ id, provider, prompt, cost: batch.cost, paid: 1 }, before);
  },
  120_000,
);

test('a half-price picture continues in its job after its worker was killed', async () => {
  const prompts = [makePrompt('a patient fox of a job'), makePrompt('another one')];
  const id = await startJob(
    artist,
    makeJob(prompts, { lanes: [makeLane('openai')], stages: { keywords: {} }, isHalfPrice: true }),
  );
  const [made = '', written = ''] = (await readJob(artist, id)).batches.map(({ batchId }) => batchId);
  await waitUntilSent(made);
  await controlBatches({ do: 'advance' });
  await holdCommits(`/${made}/items/0`, 'done');
  const ended = waitUntilEnded(made);
  await expect.poll(async () => (await readItems(made))[0]?.state, POLLING).toBe('done');
  await killWorker(made);
  await ended;
  // If the sweep ran while the worker was held, its pictures are sent one by one.
  await expect
    .poll(async () => {
      await submitReady('writeWithOpenai', written);
      await waitUntilEnded(written);
      return (await readItems(written)).map(({ state }) => state);
    }, POLLING)
    .toEqual(['done', 'done']);
  const { batches } = await waitForJob(artist, id);
  expect(batches.map(({ doneCount, uncertainCount }) => [doneCount, uncertainCount])).toEqual([
    [2, 0],
    [2, 0],
  ]);
  for (const prompt of prompts) expect(await countCalls(prompt)).toMatchObject({ paid: 1 });
  expect(await readReserved(artist)).toBe(0);
}, 120_000);

test('results that are broken off are read again, and stored once', async () => {
  const prompt = makePrompt('a fox in a broken file');
  const id = await start('openai', prompt);
  await waitUntilSent(id);
  await controlBatches({ do: 'advance' });
  await addFaults({
    provider: 'openai',
    match: { operation: 'batch-results' },
    times: 2,
    fault: { kind: 'reset', at: 'mid-body' },
  });
  await waitUntilEnded(id);
  expect(await waitForBatch(artist, id)).toMatchObject({ completedCount: PICTURES, uncertainCount: 0 });
  expect(await countCalls(prompt)).toMatchObject({ paid: PICTURES });
});

test.each(PROVIDERS)('what %s did not make in time costs nothing', async (provider) => {
  const prompt = makePrompt('an expired fox');
  const id = await start(provider, prompt);
  await waitUntilSent(id);
  await controlBatches({ do: 'expire' });
  await waitUntilEnded(id);
  expect(await waitForBatch(artist, id)).toMatchObject({
    completedCount: 0,
    failedCount: PICTURES,
    uncertainCount: 0,
    cost: 0,
  });
  expect(await countCalls(prompt)).toMatchObject({ paid: 0 });
  expect([await readReserved(artist), await readSpent(artist)]).toEqual([0, 0]);
});
