import { afterEach, expect, test } from 'vitest';
import { config } from '../config.ts';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { deliverAgain, readItems } from '../support/batches.ts';
import { oneJobOfEach, waitForRuns, type Job } from '../support/jobs.ts';
import { addFaults, clearFaults, countCalls, isHeld, releaseCalls, setLatency } from '../support/sandbox.ts';

const HOLDS = `http://${config.firestoreAddress}/emulator/v1/projects/${config.projectId}:holdCommits`;

/** Holds the response to the commit of this state, so the worker stops right after it. */
const holdAfter = (batchId: string, state: string) =>
  fetch(HOLDS, {
    method: 'PUT',
    body: JSON.stringify({ documents: `/batches/${batchId}/items/`, field: 'state', value: state }),
  });

afterEach(async () => {
  await fetch(HOLDS, { method: 'DELETE' });
  await clearFaults();
  await releaseCalls();
});

/** The process that holds the item's lease. */
async function findWorker(batchId: string): Promise<number> {
  const [item] = await readItems(batchId);
  return Number.parseInt(item?.worker ?? '', 10);
}

const stateOf = async (batchId: string) => (await readItems(batchId))[0]?.state;

interface Step {
  /** Stops the worker at this step: set up before the batch starts or as soon as its id is known. */
  before?: (job: Job, mark: string) => Promise<unknown>;
  stop?: (batchId: string) => Promise<unknown>;
  isReached: (batchId: string, mark: string) => Promise<boolean>;
  ends: 'done' | 'uncertain';
  paid: number;
  /** Only for tools with paid calls. */
  isPaidOnly?: boolean;
  /** Only for tools that return images. */
  isImagesOnly?: boolean;
}

const afterState = (state: string) => ({
  stop: (batchId: string) => holdAfter(batchId, state),
  isReached: async (batchId: string) => (await stateOf(batchId)) === state,
});

const STEPS: Record<string, Step> = {
  'after it has claimed': { ...afterState('claimed'), ends: 'done', paid: 1 },
  'after it has noted its call': {
    ...afterState('calling'),
    ends: 'uncertain',
    paid: 0,
    isPaidOnly: true,
  },
  'while the provider works': {
    before: ({ provider = 'openai' }, mark) =>
      addFaults({ provider, match: { promptIncludes: mark }, fault: { kind: 'hold' } }),
    isReached: (_batchId, mark) => isHeld(mark),
    ends: 'uncertain',
    paid: 1,
    isPaidOnly: true,
  },
  'after the image is stored, before it is noted': {
    stop: (batchId) =>
      addFaults({
        provider: 'cloudinary',
        match: { operation: 'upload', promptIncludes: batchId },
        times: 1,
        fault: { kind: 'hold', at: 'after' },
      }),
    isReached: (batchId) => isHeld(batchId),
    ends: 'done',
    paid: 1,
    isImagesOnly: true,
  },
  'after it has noted the stored image': {
    ...afterState('stored'),
    ends: 'done',
    paid: 1,
    isImagesOnly: true,
  },
  'after it has counted the image': { ...afterState('done'), ends: 'done', paid: 1 },
};

/** A worker may pass the step before it can be stopped: then it tries another batch. */
async function stopAt(as: Account, job: Job, name: string, { before, stop, isReached }: Step) {
  for (let tries = 1; tries <= 5; tries += 1) {
    const { mark, start } = await job.prepare(`killed ${name}`);
    await before?.(job, mark);
    const id = await start(as);
    await stop?.(id);
    const isOver = async () => (await readItems(id))[0]?.isOpen === false;
    await expect
      .poll(async () => (await isReached(id, mark)) || (await isOver()), { timeout: 90_000, interval: 100 })
      .toBe(true);
    if (await isReached(id, mark)) return { mark, id };
  }
  throw new Error(`No worker could be stopped ${name}.`);
}

/** Kills all workers of a tool once each has reached its step; held too long, one would continue. */
async function killWorkers(as: Account, job: Job) {
  const steps = Object.entries(STEPS).filter(
    ([, { isPaidOnly, isImagesOnly }]) =>
      (job.provider ?? !isPaidOnly) && !(isImagesOnly && job.makesNoImages),
  );
  const runs = await Promise.all(
    steps.map(async ([step, wanted]) => {
      const name = `${job.name}, ${step}`;
      const { mark, id } = await stopAt(as, job, name, wanted);
      return { name, job, step: wanted, mark, id, worker: await findWorker(id) };
    }),
  );
  // One process may run several of them.
  for (const worker of new Set(runs.map((run) => run.worker))) process.kill(worker, 'SIGKILL');
  return runs;
}

test('every tool survives killed workers and duplicate tasks without paying twice [D-batches.11]', async () => {
  // Slow enough to stop each worker in time.
  await setLatency(1500);
  const artist = await signIn(newEmail());
  const runs = (await Promise.all(Object.values(oneJobOfEach).map((job) => killWorkers(artist, job)))).flat();
  for (const { job, id } of runs) void deliverAgain(job.queue, id, 0);
  await fetch(HOLDS, { method: 'DELETE' });
  await releaseCalls();
  const batches = await waitForRuns(artist, runs);
  const outcomes = await Promise.all(
    runs.map(async ({ name, job, step, mark, id }) => {
      expect(await deliverAgain(job.queue, id, 0)).toBe(204);
      const { paid } = await countCalls(mark);
      return {
        name,
        wanted: { ends: step.ends, paid: job.provider ? step.paid : 0 },
        got: { ends: await stateOf(id), paid },
        batch: batches.get(id),
      };
    }),
  );
  for (const { name, wanted, got, batch } of outcomes) {
    expect({ name, ...got }).toEqual({ name, ...wanted });
    expect(batch?.done).toBe(wanted.ends === 'done' ? 1 : 0);
    expect(batch?.images).toHaveLength(wanted.ends === 'done' ? 1 : 0);
  }
});

test.each(Object.values(oneJobOfEach))(
  '$name makes each image once when every task is delivered three times [D-batches.10]',
  async ({ provider, queue, prepare, waitForBatches }) => {
    await setLatency(300);
    const artist = await signIn(newEmail());
    const { mark, start } = await prepare('delivered thrice', 6);
    const id = await start(artist);
    const indexes = [...Array(6).keys()];
    await Promise.all([...indexes, ...indexes].map((index) => deliverAgain(queue, id, index)));
    expect(await waitForBatches(artist, [id])).toMatchObject([{ status: 'completed', done: 6 }]);
    for (const { attempts } of await readItems(id)) expect(attempts).toBe(1);
    if (provider) expect(await countCalls(mark)).toEqual({ received: 6, paid: 6 });
  },
);
