import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { deliverAgain, endLeases, readItems, waitForIdle } from '../support/batches.ts';
import { makePrompt, QUEUES } from '../support/generator.ts';
import { resetTools, setTool } from '../support/tool-cases.ts';
import { countHeldCommits, holdCommits, releaseCommits, skipWithoutHolds } from '../support/hold-commits.ts';
import { makeJob, readJob, startJob, waitForJob } from '../support/pipelines.ts';
import {
  addFaults,
  countByProvider,
  countCalls,
  isHeld,
  release,
  reuseDrawings,
  setLatency,
} from '../support/sandbox.ts';
import { runSweep } from '../support/storage-cleanup.ts';

const POLLING = { interval: 50 };
const STAGES = { upscale: { scale: 2 }, keywords: {} };
const PICTURES = 2;
/** By the stage that it is stopped in, so that all are stopped at about the same time: the sweep would pass pictures on. */
const SLOW_MS = { made: 2500, enlarged: 2000, written: 1500 };

beforeEach(skipWithoutHolds);
beforeEach(async () => {
  await setLatency(0);
  await waitForIdle();
  await setTool('upscaleEngine', 'cloudinary');
});
afterEach(async () => {
  await releaseCommits();
  await release();
});
beforeAll(() => reuseDrawings(1, { sharesPrompts: true }));
afterAll(async () => {
  await reuseDrawings(null);
  await resetTools();
});

interface Running {
  artist: Account;
  id: string;
  mark: string;
  /** Of the stages. */
  made: string;
  enlarged: string;
  written: string;
}

const stateOf = async (batchId: string, index = 0) => (await readItems(batchId))[index]?.state;

/** Where a worker is stopped, and in which stage it works. */
interface Step {
  stop: (job: Running) => Promise<unknown>;
  isReached: (job: Running) => Promise<boolean>;
  stage: Stage;
  /** What holds it: a commit, or a call. */
  at: 'commit' | 'call';
  ends: 'done' | 'uncertain';
}
type Stage = 'made' | 'enlarged' | 'written';

const afterState = (stage: Stage, state: string): Step => ({
  stop: (job) => holdCommits(`/${job[stage]}/items/0`, state),
  isReached: async (job) => (await stateOf(job[stage])) === state,
  stage,
  at: 'commit',
  ends: 'done',
});

const atMediaService = (stage: Stage, operation: string, when: 'before' | 'after'): Step => ({
  stop: ({ made }) =>
    addFaults({
      provider: 'cloudinary',
      match: { operation, promptIncludes: made },
      times: 1,
      fault: { kind: 'hold', at: when },
    }),
  isReached: ({ made }) => isHeld(made),
  stage,
  at: 'call',
  ends: 'done',
});

const BEFORE_PASS_ON = afterState('made', 'done');

/** By kill. Held calls have one of their own: they would time out until the other steps are reached. */
const KILLS: Record<string, Record<string, Step>> = {
  'during a call': {
    'while the provider works': {
      stop: async () => undefined,
      isReached: ({ mark }) => isHeld(mark),
      stage: 'made',
      at: 'call',
      ends: 'uncertain',
    },
    'after the picture is stored, before it is settled': atMediaService('made', 'upload', 'after'),
    'while it copies the picture': atMediaService('enlarged', 'delivery', 'before'),
  },
  'after a commit': {
    'after it has settled, before it passes the picture on': BEFORE_PASS_ON,
    'after it has passed the picture on, before it enqueues the next item': {
      ...afterState('enlarged', 'queued'),
      stage: 'made',
    },
    'after the second stage has settled': afterState('enlarged', 'done'),
  },
  // Alone: on a slow machine the sweep passes on the picture of the step before, and the kill would lose the call for its texts.
  'after the last commit': { 'after the last stage has settled': afterState('written', 'done') },
};

interface Stopped {
  name: string;
  step: Step;
  job: Running;
}

/**
 * Starts a job for each step. Its first picture waits, before its call, until the others are done: a worker is killed with all that
 * it does. A held call would time out meanwhile. Each job has another owner: an owner's batches share a window, and with the
 * smallest one the others would wait for the first.
 */
async function startAndStop(steps: Record<string, Step>): Promise<Stopped[]> {
  await holdCommits('/items/0$', 'calling');
  const rows = await Promise.all(
    Object.entries(steps).map(async ([name, step]) => {
      const artist = await signIn(newEmail());
      const mark = makePrompt('a lost fox');
      const prompts = [mark, makePrompt('another fox')];
      const id = await startJob(artist, makeJob(prompts, { stages: STAGES }));
      const [made = '', enlarged = '', written = ''] = (await readJob(artist, id)).batches.map(
        ({ batchId }) => batchId,
      );
      await expect.poll(() => stateOf(written, 1), POLLING).toBe('done');
      await addFaults({
        provider: 'xai',
        match: { promptIncludes: mark },
        fault: step.ends === 'uncertain' ? { kind: 'hold' } : { kind: 'slow', ms: SLOW_MS[step.stage] },
      });
      return { name, step, job: { artist, id, mark, made, enlarged, written } };
    }),
  );
  await releaseCommits();
  await Promise.all(rows.map(({ step, job }) => step.stop(job)));
  const listNotReached = async () => {
    const reached = await Promise.all(rows.map(({ step, job }) => step.isReached(job)));
    return rows.flatMap(({ name }, index) => (reached[index] === true ? [] : name));
  };
  await expect.poll(listNotReached, POLLING).toEqual([]);
  // None has gone on.
  expect(await countHeldCommits()).toBe(rows.filter(({ step }) => step.at === 'commit').length);
  return rows;
}

/** One process may run several of them. */
async function killWorkers(rows: readonly Stopped[]): Promise<void> {
  const workers = await Promise.all(
    rows.map(async ({ step, job }) => (await readItems(job[step.stage]))[0]?.worker ?? ''),
  );
  for (const pid of new Set(workers.map((worker) => Number.parseInt(worker, 10)))) {
    process.kill(pid, 'SIGKILL');
  }
}

async function readOutcome({ name, job }: Stopped) {
  const { batches } = await waitForJob(job.artist, job.id);
  return {
    name,
    done: batches.map(({ doneCount }) => doneCount),
    failed: batches.map(({ failedCount }) => failedCount),
    uncertain: batches.map(({ uncertainCount }) => uncertainCount),
    cancelled: batches.slice(1).map(({ cancelledCount }) => cancelledCount),
    calls: await countCalls(job.mark),
  };
}

function describeEnd({ name, step }: Stopped) {
  const isUncertain = step.ends === 'uncertain';
  const done = isUncertain ? PICTURES - 1 : PICTURES;
  return {
    name,
    done: [done, done, done],
    failed: [0, 0, 0],
    uncertain: [PICTURES - done, 0, 0],
    cancelled: [PICTURES - done, PICTURES - done],
    calls: { received: 1, paid: 1 },
  };
}

test.each(Object.entries(KILLS))(
  'no picture is lost or paid twice when workers are killed %s',
  async (_, steps) => {
    const before = await countByProvider();
    const rows = await startAndStop(steps);
    await killWorkers(rows);
    await endLeases(rows.map(({ step, job }) => job[step.stage]));
    await releaseCommits();
    await release();
    // Cloud Tasks repeats the rest.
    expect(await Promise.all(rows.map(readOutcome))).toEqual(rows.map(describeEnd));
    const after = await countByProvider();
    // One call for each text, whoever delivered its task.
    const done = rows.reduce((sum, row) => sum + (describeEnd(row).done[2] ?? 0), 0);
    expect(after.openai.paid - before.openai.paid).toBe(done);
    expect(after.xai.paid - before.xai.paid).toBe(PICTURES * rows.length);
  },
);

test('the sweep passes on pictures whose task is not delivered again', async () => {
  const [stopped] = await startAndStop({ 'before it passes the picture on': BEFORE_PASS_ON });
  if (!stopped) throw new Error('No job was started.');
  const { artist, id, made, enlarged } = stopped.job;
  expect(await stateOf(made)).toBe('done');
  expect(await stateOf(enlarged)).toBe('waiting');
  await runSweep();
  await expect.poll(() => stateOf(enlarged), POLLING).not.toBe('waiting');
  await releaseCommits();
  const ended = await waitForJob(artist, id);
  expect(ended.batches.map(({ doneCount }) => doneCount)).toEqual([2, 2, 2]);
});

test('tasks that are delivered three times make nothing twice', async () => {
  const artist = await signIn(newEmail());
  const prompts = [makePrompt('a tripled fox'), makePrompt('a tripled owl')];
  const before = await countByProvider();
  const id = await startJob(artist, makeJob(prompts));
  const batches = (await readJob(artist, id)).batches.map(({ batchId }) => batchId);
  const again = () =>
    Promise.all(
      [0, 1].flatMap((index) => [
        deliverAgain(QUEUES.xai, batches[0] ?? '', index),
        deliverAgain('writeWithOpenai', batches[1] ?? '', index),
      ]),
    );
  await again();
  const { state } = await waitForJob(artist, id);
  expect(state).toBe('ended');
  await again();
  for (const prompt of prompts) expect(await countCalls(prompt)).toEqual({ received: 1, paid: 1 });
  const after = await countByProvider();
  expect(after.openai.paid - before.openai.paid).toBe(2);
});
