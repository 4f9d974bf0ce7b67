import { afterEach, beforeEach, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { deliverAgain, endLeases, readItems, waitForIdle } from '../support/batches.ts';
import { holdCommits, releaseCommits, skipWithoutHolds } from '../support/hold-commits.ts';
import { oneCaseOfEach, waitForRuns, type ToolCase } from '../support/tool-cases.ts';
import { addFaults, countCalls, isHeld, release, setLatency } from '../support/sandbox.ts';
import { readReserved } from '../support/spend-documents.ts';
import { runSweep } from '../support/storage-cleanup.ts';

beforeEach(skipWithoutHolds);
afterEach(async () => {
  await releaseCommits();
  await release();
});

const readItem = async (batchId: string) => (await readItems(batchId))[0];

interface Step {
  /** Stops every worker that gets this far. */
  stop: (toolCase: ToolCase, mark: string) => Promise<unknown>;
  isReached: (batchId: string, mark: string, toolCase: ToolCase) => Promise<boolean>;
  /** `fetchable`: done if the provider keeps the result for another worker, else uncertain. */
  ends: 'done' | 'uncertain' | 'fetchable';
  paid: number;
  /** Only for tools with paid calls. */
  isPaidOnly?: boolean;
  /** Only for tools that return images. */
  isImagesOnly?: boolean;
  /** Not for the image generator, which claims an item and notes its call in one commit. */
  isPicturesOnly?: boolean;
}

/** See docs/decisions/002. */
const isFetchable = ({ tool, provider }: ToolCase): boolean =>
  tool === 'keyword-generator' && provider === 'openai';

const findEnd = ({ ends }: Step, toolCase: ToolCase): 'done' | 'uncertain' => {
  if (ends !== 'fetchable') return ends;
  return isFetchable(toolCase) ? 'done' : 'uncertain';
};

/** Holds the responses to commits of this state. */
const afterState = (state: string) => ({
  stop: () => holdCommits('/items/', state),
  isReached: async (batchId: string) => (await readItem(batchId))?.state === state,
});

/**
 * One phase after the other. A commit is held for all batches, so those of later states come first; calls come as late as
 * possible, because their time is limited.
 */
const PHASES: readonly Record<string, Step>[] = [
  { 'after it has counted the image': { ...afterState('done'), ends: 'done', paid: 1 } },
  {
    'while the provider works': {
      stop: ({ provider = 'openai' }, mark) =>
        addFaults({ provider, match: { promptIncludes: mark }, fault: { kind: 'hold' } }),
      isReached: async (batchId, mark, toolCase) =>
        (await isHeld(mark)) &&
        (!isFetchable(toolCase) || Boolean((await readItem(batchId))?.['startedCall'])),
      ends: 'fetchable',
      paid: 1,
      isPaidOnly: true,
    },
    'after the image is stored, before it is counted': {
      stop: ({ tool }) =>
        addFaults({
          provider: 'cloudinary',
          match: { operation: 'upload', promptIncludes: `/${tool}/` },
          fault: { kind: 'hold', at: 'after' },
        }),
      isReached: (batchId) => isHeld(batchId),
      ends: 'done',
      paid: 1,
      isImagesOnly: true,
    },
  },
  {
    'after it has noted its call': {
      ...afterState('calling'),
      ends: 'uncertain',
      paid: 0,
      isPaidOnly: true,
    },
  },
  {
    'after it has claimed': { ...afterState('claimed'), ends: 'done', paid: 1, isPicturesOnly: true },
  },
];

async function stopAt(as: Account, toolCase: ToolCase, name: string, step: Step) {
  const { mark, start } = await toolCase.prepare(`killed ${name}`);
  await step.stop(toolCase, mark);
  const id = await start(as);
  await expect
    .poll(() => step.isReached(id, mark, toolCase), {
      interval: 100,
      message: `${toolCase.name}, ${name}`,
    })
    .toBe(true);
  return { name: `${toolCase.name}, ${name}`, toolCase, step, mark, id };
}

/** The queue of the upscaler's model works on two items at once, and each step holds one. */
const ROUNDS = [PHASES.slice(0, 1), PHASES.slice(1)];

/** Kills all workers once one of each tool has reached each step of the round. */
async function killWorkers(as: Account, phases: typeof PHASES) {
  const runs = [];
  for (const phase of phases) {
    const stopping = Object.entries(phase).flatMap(([name, step]) =>
      Object.values(oneCaseOfEach)
        .filter(
          ({ provider, tool, makesNoImages }) =>
            (provider ?? !step.isPaidOnly) &&
            !(step.isImagesOnly && makesNoImages) &&
            !(step.isPicturesOnly && tool === 'image-generator'),
        )
        .map((toolCase) => stopAt(as, toolCase, name, step)),
    );
    runs.push(...(await Promise.all(stopping)));
  }
  // One process may run several of them.
  const workers = await Promise.all(runs.map(async ({ id }) => (await readItem(id))?.worker ?? ''));
  for (const worker of new Set(workers.map((name) => Number.parseInt(name, 10)))) {
    process.kill(worker, 'SIGKILL');
  }
  await releaseCommits();
  await release();
  return runs;
}

test('every tool survives killed workers and duplicate tasks without paying twice [D-batches.11]', async () => {
  await setLatency(0);
  await waitForIdle();
  const artist = await signIn(newEmail());
  const runs = [];
  for (const phases of ROUNDS) runs.push(...(await killWorkers(artist, phases)));
  for (const { toolCase, id } of runs) void deliverAgain(toolCase.queue, id, 0);
  await endLeases(runs.map(({ id }) => id));
  await runSweep();
  const batches = await waitForRuns(artist, runs);
  const outcomes = await Promise.all(
    runs.map(async ({ name, toolCase, step, mark, id }) => {
      expect(await deliverAgain(toolCase.queue, id, 0)).toBe(204);
      const { paid } = await countCalls(mark);
      return {
        name,
        wanted: { ends: findEnd(step, toolCase), paid: toolCase.provider ? step.paid : 0 },
        got: { ends: (await readItem(id))?.state, paid },
        batch: batches.get(id),
      };
    }),
  );
  for (const { name, wanted, got, batch } of outcomes) {
    expect({ name, ...got }).toEqual({ name, ...wanted });
    expect(batch?.done, name).toBe(wanted.ends === 'done' ? 1 : 0);
    expect(batch?.images).toHaveLength(wanted.ends === 'done' ? 1 : 0);
  }
  expect(await readReserved(artist)).toBe(0);
});

test.each(Object.values(oneCaseOfEach))(
  '$name makes each image once when every task is delivered three times [D-batches.10]',
  async ({ provider, queue, prepare, waitForBatches }) => {
    await setLatency(300);
    const artist = await signIn(newEmail());
    const { mark, start } = await prepare('delivered thrice', 6);
    const id = await start(artist);
    const indexes = [...Array(6).keys()];
    await Promise.all([...indexes, ...indexes].map((index) => deliverAgain(queue, id, index)));
    expect(await waitForBatches(artist, [id])).toMatchObject([{ status: 'completed', done: 6 }]);
    // An attempt that failed before its request was sent is repeated, so paid tools are judged by their requests.
    if (provider) expect(await countCalls(mark)).toEqual({ received: 6, paid: 6 });
    else for (const { attempts } of await readItems(id)) expect(attempts).toBe(1);
  },
);
