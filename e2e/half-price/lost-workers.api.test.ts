import { afterEach, beforeEach, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { readItems, waitForIdle } from '../support/batches.ts';
import { makePrompt, makeRequest, QUEUES, startBatch, waitForBatch } from '../support/generator.ts';
import {
  controlBatches,
  killWorkers,
  makeDue,
  readProviderBatches,
  resetBatches,
  submitReady,
  waitUntilAllEnded,
  waitUntilEnded,
  waitUntilSent,
} from '../support/half-price.ts';
import { holdCommits, releaseCommits, skipWithoutHolds } from '../support/hold-commits.ts';
import { makeJob, makeLane, readJob, startJob, waitForJob } from '../support/pipelines.ts';
import { countByProvider, countCalls, release, setLatency } from '../support/sandbox.ts';
import { readReserved, readSpent } from '../support/spend-documents.ts';
import { runSweep } from '../support/storage-cleanup.ts';
import { KILLS, NOT_SENT, readIds, type Phases, type ProviderName, type Step } from './lost-worker-steps.ts';

const POLLING = { interval: 50 };
const STOPPING = { interval: 200 };
const PICTURES = 3;
const PROVIDERS = ['openai', 'google'] as const;

let artist: Account;
beforeEach(skipWithoutHolds);
beforeEach(async () => {
  await setLatency(0);
  await waitForIdle();
  await controlBatches({ do: 'set', manual: true });
  artist = await signIn(newEmail());
});
afterEach(async () => {
  await releaseCommits();
  await release();
  await resetBatches();
});

const start = (owner: Account, provider: ProviderName, prompt: string) =>
  startBatch(owner, makeRequest(provider, { prompt, quantity: PICTURES, isHalfPrice: true }));

/** A batch of its own person, up to where `begin` lets a worker go to the step. */
async function prepare(provider: ProviderName, name: string, step: Step) {
  const owner = await signIn(newEmail());
  const prompt = makePrompt('a lost and patient fox');
  const row = { name, step, owner, prompt };
  if (step.during === 'sending') {
    const begin = async () => {
      await step.stop(provider, NOT_SENT);
      return start(owner, provider, prompt);
    };
    return { ...row, begin };
  }
  const batchId = await start(owner, provider, prompt);
  await waitUntilSent(batchId);
  const ids = await readIds(batchId);
  const batch = ids.providerBatchId;
  if (step.during === 'expiry') {
    await controlBatches({ do: 'advance', lines: 1, batch });
    await controlBatches({ do: 'expire', batch });
  } else await controlBatches({ do: 'advance', batch });
  const begin = async () => {
    await step.stop(provider, ids);
    return batchId;
  };
  return { ...row, begin };
}

/** A batch whose worker is stopped. */
interface Stopped {
  name: string;
  step: Step;
  owner: Account;
  prompt: string;
  batchId: string;
}

async function listNotReached(rows: readonly Stopped[]): Promise<string[]> {
  const reached = await Promise.all(
    rows.map(async ({ step, batchId }) => step.isReached(await readIds(batchId))),
  );
  return rows.flatMap(({ name }, index) => (reached[index] === true ? [] : name));
}

/** Prepares a batch for each step of the provider, and stops a worker of each. */
async function stopAll(provider: ProviderName, phases: Phases): Promise<Stopped[]> {
  const prepared = await Promise.all(
    phases.map((phase) =>
      Promise.all(
        Object.entries(phase)
          .filter(([, { isOnlyOpenai }]) => !isOnlyOpenai || provider === 'openai')
          .map(([name, step]) => prepare(provider, name, step)),
      ),
    ),
  );
  const all: Stopped[] = [];
  for (const phase of prepared) {
    const rows = await Promise.all(phase.map(async (row) => ({ ...row, batchId: await row.begin() })));
    const followed = rows.filter(({ step }) => step.during !== 'sending');
    await expect
      .poll(async () => {
        await Promise.all(followed.map(({ batchId }) => makeDue(batchId)));
        if (followed.length > 0) await runSweep();
        return listNotReached(rows);
      }, STOPPING)
      .toEqual([]);
    all.push(...rows);
  }
  // None has gone on, such as after its call has timed out.
  expect(await listNotReached(all)).toEqual([]);
  return all;
}

/** OpenAI keeps what it has made until a batch expires. Gemini does not, but says how many pictures were made. */
const EXPIRED = {
  openai: { completedCount: 1, failedCount: PICTURES - 1, uncertainCount: 0 },
  google: { completedCount: 0, failedCount: PICTURES, uncertainCount: 0 },
} as const;
const MADE = { completedCount: PICTURES, failedCount: 0, uncertainCount: 0 };

const readTotals = async () => ({ ledger: await countByProvider(), spent: await readSpent() });

/** Paid by one provider batch, in the sandbox's ledger and in the portal's accounts. */
async function readOutcome({ name, owner, prompt, batchId }: Stopped) {
  const { completedCount, failedCount, uncertainCount, cost } = await waitForBatch(owner, batchId);
  const { paid } = await countCalls(prompt);
  return {
    name,
    completedCount,
    failedCount,
    uncertainCount,
    cost,
    paid,
    providerBatches: (await readProviderBatches(batchId)).length,
    reserved: await readReserved(owner),
    spent: await readSpent(owner),
  };
}

const kills = PROVIDERS.flatMap((provider) =>
  Object.entries(KILLS).map(([when, phases]) => ({ provider, when, phases })),
);

test.each(kills)(
  'no picture is lost or paid twice when $provider workers are killed $when',
  async ({ provider, phases }) => {
    const before = await readTotals();
    const rows = await stopAll(provider, phases);
    const batchIds = rows.map(({ batchId }) => batchId);
    await killWorkers(QUEUES[provider], batchIds);
    await release();
    await waitUntilAllEnded(batchIds);

    const outcomes = await Promise.all(rows.map(readOutcome));
    expect(outcomes).toEqual(
      rows.map(({ name, step }, index) => {
        const isExpired = step.during === 'expiry';
        const cost = outcomes[index]?.cost ?? 0;
        return {
          name,
          ...(isExpired ? EXPIRED[provider] : MADE),
          cost: expect.toSatisfy((dollars: number) => dollars > 0),
          paid: isExpired ? 1 : PICTURES,
          providerBatches: 1,
          reserved: 0,
          spent: expect.closeTo(cost, 6),
        };
      }),
    );
    const sum = (field: 'paid' | 'cost') => outcomes.reduce((total, outcome) => total + outcome[field], 0);
    const { ledger, spent } = await readTotals();
    expect(ledger[provider].paid - before.ledger[provider].paid).toBe(sum('paid'));
    expect(spent - before.spent).toBeCloseTo(sum('cost'), 6);
  },
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
  await killWorkers(QUEUES.openai, [made]);
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
});
