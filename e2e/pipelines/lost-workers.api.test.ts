import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { deliverAgain, readItems, waitForIdle } from '../support/batches.ts';
import { makePrompt, QUEUES } from '../support/generator.ts';
import { resetTools, setTool } from '../support/jobs.ts';
import { holdCommits, releaseCommits } from '../support/hold-commits.ts';
import { makeJob, readJob, startJob, waitForJob } from '../support/pipelines.ts';
import {
  addFaults,
  clearFaults,
  countByProvider,
  countCalls,
  isHeld,
  releaseCalls,
  setLatency,
} from '../support/sandbox.ts';
import { runSweep } from '../support/storage-cleanup.ts';

const POLLING = { timeout: 40_000, interval: 50 };
const STAGES = { upscale: { scale: 2 }, keywords: {} };
const PICTURES = 2;

let artist: Account;
beforeEach(async () => {
  await setLatency(0);
  await waitForIdle();
  await setTool('upscaleEngine', 'cloudinary');
  artist = await signIn(newEmail());
});
afterEach(async () => {
  await releaseCommits();
  await clearFaults();
  await releaseCalls();
});
afterAll(resetTools);

interface Running {
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
  stage: 'made' | 'enlarged' | 'written';
  ends: 'done' | 'uncertain';
}

const BEFORE_PASS_ON: Step = {
  stop: ({ made }) => holdCommits(`/${made}/items/0`, 'done'),
  isReached: async ({ made }) => (await stateOf(made)) === 'done',
  stage: 'made',
  ends: 'done',
};

const STEPS: Record<string, Step> = {
  'while the provider works': {
    stop: async () => undefined,
    isReached: ({ mark }) => isHeld(mark),
    stage: 'made',
    ends: 'uncertain',
  },
  'after the picture is stored, before it is settled': {
    stop: () =>
      addFaults({
        provider: 'cloudinary',
        match: { operation: 'upload', promptIncludes: '/image-generator/' },
        times: 1,
        fault: { kind: 'hold', at: 'after' },
      }),
    isReached: () => isHeld('/image-generator/'),
    stage: 'made',
    ends: 'done',
  },
  'after it has settled, before it passes the picture on': BEFORE_PASS_ON,
  'after it has passed the picture on, before it enqueues the next item': {
    stop: ({ enlarged }) => holdCommits(`/${enlarged}/items/0`, 'queued'),
    isReached: async ({ enlarged }) => (await stateOf(enlarged)) === 'queued',
    stage: 'made',
    ends: 'done',
  },
  'while it copies the picture': {
    stop: () =>
      addFaults({
        provider: 'cloudinary',
        match: { operation: 'delivery', promptIncludes: '/image-generator/' },
        times: 1,
        fault: { kind: 'hold' },
      }),
    isReached: () => isHeld('/image-generator/'),
    stage: 'enlarged',
    ends: 'done',
  },
  'after the second stage has settled': {
    stop: ({ enlarged }) => holdCommits(`/${enlarged}/items/0`, 'done'),
    isReached: async ({ enlarged }) => (await stateOf(enlarged)) === 'done',
    stage: 'enlarged',
    ends: 'done',
  },
  'after the last stage has settled': {
    stop: ({ written }) => holdCommits(`/${written}/items/0`, 'done'),
    isReached: async ({ written }) => (await stateOf(written)) === 'done',
    stage: 'written',
    ends: 'done',
  },
};

/**
 * Starts a job whose first picture waits, before its call, until the other one is done: a worker is killed with all that it does.
 * A held call would time out meanwhile.
 */
async function startAndStop(step: Step): Promise<Running> {
  const mark = makePrompt('a lost fox');
  await holdCommits('/items/0$', 'calling');
  const prompts = [mark, makePrompt('another fox')];
  const id = await startJob(artist, makeJob(prompts, { stages: STAGES }));
  const [made = '', enlarged = '', written = ''] = (await readJob(artist, id)).batches.map(
    ({ batchId }) => batchId,
  );
  const job = { id, mark, made, enlarged, written };
  await expect.poll(() => stateOf(written, 1), POLLING).toBe('done');
  await addFaults({
    provider: 'xai',
    match: { promptIncludes: mark },
    fault: step.ends === 'uncertain' ? { kind: 'hold' } : { kind: 'slow', ms: 1500 },
  });
  await releaseCommits();
  await step.stop(job);
  return job;
}

test.each(Object.entries(STEPS))(
  'no picture is lost or paid twice when a worker is killed %s',
  async (_, step) => {
    const before = await countByProvider();
    const job = await startAndStop(step);
    await expect.poll(() => step.isReached(job), POLLING).toBe(true);
    const worker = (await readItems(job[step.stage]))[0]?.worker ?? '';
    process.kill(Number.parseInt(worker, 10), 'SIGKILL');
    await releaseCommits();
    await clearFaults();
    await releaseCalls();
    // The lease of a paid call outlasts it; Cloud Tasks repeats the rest.
    const isUncertain = step.ends === 'uncertain';
    const ended = await waitForJob(artist, job.id, undefined, 400_000);
    const done = isUncertain ? PICTURES - 1 : PICTURES;
    expect(ended.batches.map(({ doneCount }) => doneCount)).toEqual([done, done, done]);
    expect(ended.batches[0]).toMatchObject({ uncertainCount: isUncertain ? 1 : 0, failedCount: 0 });
    expect(ended.batches.slice(1).map(({ cancelledCount }) => cancelledCount)).toEqual([2 - done, 2 - done]);
    expect(await countCalls(job.mark)).toEqual({ received: 1, paid: 1 });
    const after = await countByProvider();
    // One call for each text, whoever delivered its task.
    expect(after.openai.paid - before.openai.paid).toBe(done);
    expect(after.xai.paid - before.xai.paid).toBe(PICTURES);
  },
  500_000,
);

test('the sweep passes on pictures whose task is not delivered again', async () => {
  const { id, made, enlarged } = await startAndStop(BEFORE_PASS_ON);
  await expect.poll(() => stateOf(made), POLLING).toBe('done');
  expect(await stateOf(enlarged)).toBe('waiting');
  await runSweep();
  await expect.poll(() => stateOf(enlarged), POLLING).not.toBe('waiting');
  await releaseCommits();
  const ended = await waitForJob(artist, id);
  expect(ended.batches.map(({ doneCount }) => doneCount)).toEqual([2, 2, 2]);
});

test('tasks that are delivered three times make nothing twice', async () => {
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
