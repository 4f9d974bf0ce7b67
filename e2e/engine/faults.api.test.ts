import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { readItems } from '../support/batches.ts';
import { skipWithLocks } from '../support/hold-commits.ts';
import {
  chargedCases,
  oneCaseOfEach,
  resetTools,
  waitForRuns,
  type ToolCase,
} from '../support/tool-cases.ts';
import {
  addFaults,
  clearFaults,
  countCalls,
  countFaults,
  reuseDrawings,
  setLatency,
  type FaultRule,
} from '../support/sandbox.ts';

const MICROS_PER_DOLLAR = 1_000_000;

beforeEach(skipWithLocks);
beforeEach(() => setLatency(0));
beforeAll(() => reuseDrawings(1, { sharesPrompts: true }));
afterAll(async () => {
  await reuseDrawings(null);
  await resetTools();
});
afterEach(clearFaults);

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

/** One item per case, of all tools and providers. */
async function startAll(artist: Account) {
  const runs = [];
  // One by one: the provider is a setting that is read when a batch is created.
  for (const toolCase of chargedCases) {
    const { marks, start } = await toolCase.prepareItems(Object.keys(CASES));
    const cases = Object.entries(CASES).map(([name, wanted], index) => ({
      toolCase,
      name: `${toolCase.name}, ${name}`,
      wanted,
      mark: marks[index] ?? '',
    }));
    await addFaults(
      ...cases.map(({ wanted, mark }): FaultRule => ({
        provider: toolCase.provider,
        match: { promptIncludes: mark },
        fault: wanted.fault,
        ...(wanted.times !== undefined && { times: wanted.times }),
      })),
    );
    const started = await start(artist);
    runs.push(...cases.map((run, at) => ({ ...run, ...(started[at] ?? { id: '', index: 0 }) })));
  }
  return runs;
}

test('any fault with any tool and provider ends the batch and pays for nothing twice [D-batches.5, D-batches.6, D-batches.8]', async () => {
  const artist = await signIn(newEmail());
  const byBatch = Map.groupBy(await startAll(artist), ({ id }) => id);
  const batches = await waitForRuns(
    artist,
    [...byBatch].map(([id, [run]]) => ({ id, toolCase: run?.toolCase ?? oneCaseOfEach.generator })),
  );
  const itemsOf = new Map(
    await Promise.all([...byBatch.keys()].map(async (id) => [id, await readItems(id)] as const)),
  );
  /** Of a tool's calls that were answered. */
  const readCharged = (toolCase: ToolCase): number => {
    const answered = [...byBatch.values()]
      .flat()
      .filter((run) => run.toolCase === toolCase && run.wanted.state === 'done');
    return Math.max(...answered.map(({ id, index }) => itemsOf.get(id)?.[index]?.cost ?? 0));
  };
  for (const [id, runs] of byBatch) {
    const batch = batches.get(id);
    const items = itemsOf.get(id) ?? [];
    const done = runs.filter(({ wanted }) => wanted.state === 'done').length;
    const names = runs.map(({ name }) => name).join('; ');
    expect(batch, names).toMatchObject({ status: done > 0 ? 'completed' : 'failed', done });
    const cost = items.reduce((sum, item) => sum + item.cost, 0) / MICROS_PER_DOLLAR;
    expect(batch?.cost, names).toBeCloseTo(cost, 4);
    for (const { toolCase, name, wanted, mark, index } of runs) {
      const { state, attempts, received, paid, reason } = wanted;
      const item = items[index];
      expect(item, name).toMatchObject({ state, attempts });
      expect(await countCalls(mark), name).toEqual({ received, paid });
      if (reason) expect(batch?.failures.find((each) => each.index === index)?.reason, name).toMatch(reason);
      // OpenAI bills the tokens of a text in which it refuses.
      const isBilled = name === 'keyword generator with openai, a rejected prompt';
      if (state === 'failed') expect((item?.cost ?? 0) > 0, name).toBe(isBilled);
      // Uncertain calls are charged at the maximum cost.
      if (state === 'uncertain') expect(item?.cost, name).toBeGreaterThanOrEqual(readCharged(toolCase));
    }
  }
});

const imageJobs = Object.values(oneCaseOfEach).filter(({ makesNoImages }) => !makesNoImages);
/** The fault of each image's upload, and how often it happens. */
const STORE_FAULTS: readonly (readonly [times: number, fault: FaultRule['fault']])[] = [
  [1, { kind: 'server-error', status: 500 }],
  [1, { kind: 'reset', at: 'after' }],
  [1, { kind: 'rate-limit', retryAfterSeconds: 1 }],
  [1, { kind: 'truncate' }],
  [1, { kind: 'wrong-content' }],
  [1, { kind: 'time-out' }],
  // Longer than one delivery tries.
  [4, { kind: 'server-error', status: 503 }],
];
test('no fault of the media service loses or repeats an image of any tool', async () => {
  const artist = await signIn(newEmail());
  await addFaults(
    ...imageJobs.flatMap(({ tool }) =>
      STORE_FAULTS.map(([times, fault], index) => ({
        provider: 'cloudinary' as const,
        match: { operation: 'upload', promptIncludes: [`/${tool}/`, `/00${index + 1}`] },
        times,
        fault,
      })),
    ),
  );
  const quantity = STORE_FAULTS.length;
  await Promise.all(
    imageJobs.map(async ({ name, provider, prepare, waitForBatches }) => {
      const { mark, start } = await prepare('stored in spite of faults', quantity);
      const [batch] = await waitForBatches(artist, [await start(artist)]);
      expect(batch, name).toMatchObject({ status: 'completed', done: quantity });
      expect(new Set(batch?.images).size, name).toBe(quantity);
      if (provider) expect(await countCalls(mark), name).toEqual({ received: quantity, paid: quantity });
    }),
  );
  expect(await countFaults()).toEqual(imageJobs.flatMap(() => STORE_FAULTS.map(([times]) => times)));
});
