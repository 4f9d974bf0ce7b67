/** Someone changes a job, and the process that does it is killed. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { makeOverdue, readItems, waitForIdle } from '../support/batches.ts';
import { killFunction } from '../support/function-processes.ts';
import { makePrompt } from '../support/generator.ts';
import { holdCommits, releaseCommits, skipWithoutHolds } from '../support/hold-commits.ts';
import { changeJob, makeJob, readJob, startJob, waitForJob } from '../support/pipelines.ts';
import { addFaults, clearFaults, countCalls, releaseCalls, setLatency } from '../support/sandbox.ts';
import { readReserved } from '../support/spend-documents.ts';
import { runSweep } from '../support/storage-cleanup.ts';

const POLLING = { interval: 50 };
const PICTURES = 3;

let artist: Account;
let prompt = '';
beforeEach(skipWithoutHolds);
beforeEach(async () => {
  await setLatency(0);
  await waitForIdle();
  artist = await signIn(newEmail());
  prompt = makePrompt('a fox that is changed');
});
afterEach(async () => {
  await releaseCommits();
  await clearFaults();
  await releaseCalls();
});

const prompts = () => Array.from({ length: PICTURES }, (_, index) => `${prompt} ${index}`);
const readStates = async (batchId: string) => (await readItems(batchId)).map(({ state }) => state);

/** Kills the API once it has got as far as an item with this state. Its caller gets no answer. */
async function killApi(change: () => Promise<unknown>, batchId: string, state: string): Promise<void> {
  await holdCommits(`/${batchId}/items/`, state);
  const answered = change().catch(() => 'no answer');
  await expect.poll(() => readStates(batchId), POLLING).toContain(state);
  expect(await killFunction('api')).toBe(1);
  await releaseCommits();
  await answered;
}

const sweepUntilEnded = async (id: string) => {
  await expect
    .poll(
      async () => {
        await runSweep();
        const { batches } = await readJob(artist, id).catch(() => ({ batches: [] }));
        return batches.length > 0 && batches.every(({ endedAt }) => endedAt !== null);
      },
      { interval: 500 },
    )
    .toBe(true);
  return readJob(artist, id);
};

test('a choice that is interrupted is carried out, and not twice', async () => {
  const id = await startJob(artist, makeJob(prompts(), { isChosenByHand: true }));
  const { batches } = await waitForJob(artist, id, ({ state }) => state === 'choosing');
  const [made = '', written = ''] = batches.map(({ batchId }) => batchId);
  const pictures = [0, 2].map((index) => ({ batchId: made, index }));
  await killApi(() => changeJob(artist, id, 'choose', { pictures }), written, 'queued');
  await makeOverdue(written);
  const ended = await sweepUntilEnded(id);
  expect(ended.batches[1]).toMatchObject({ doneCount: 2, cancelledCount: 1, uncertainCount: 0 });
  // Who got no answer tries again.
  expect((await changeJob(artist, id, 'choose', { pictures })).status).toBe(200);
  expect((await changeJob(artist, id, 'choose', { pictures: pictures.slice(1) })).status).toBe(409);
  expect(await countCalls(prompt)).toMatchObject({ paid: PICTURES });
  expect(await readReserved(artist)).toBe(0);
});

test('a cancel that is interrupted ends all stages', async () => {
  await addFaults({ provider: 'xai', match: { promptIncludes: `${prompt} 0` }, fault: { kind: 'hold' } });
  const id = await startJob(artist, makeJob(prompts()));
  const [made = '', written = ''] = (await readJob(artist, id)).batches.map(({ batchId }) => batchId);
  await expect.poll(() => readStates(written), POLLING).toEqual(['waiting', 'done', 'done']);
  await killApi(() => changeJob(artist, id, 'cancel'), written, 'cancelled');
  await clearFaults();
  await releaseCalls();
  const ended = await sweepUntilEnded(id);
  expect(ended.batches[1]).toMatchObject({ doneCount: 2, cancelledCount: 1 });
  // The call in progress was paid, so its picture is kept.
  expect(await readStates(made)).toEqual(['done', 'done', 'done']);
  expect(await countCalls(prompt)).toMatchObject({ paid: PICTURES });
  expect(await readReserved(artist)).toBe(0);
});

test('a start at its time that is interrupted makes everything once', async () => {
  const startAt = new Date(Date.now() + 4000).toISOString();
  const id = await startJob(artist, makeJob(prompts(), { startAt, stages: {} }));
  await holdCommits('/pipelines/', 'started');
  await expect.poll(async () => (await readJob(artist, id)).state, POLLING).not.toBe('scheduled');
  expect(await killFunction('startPipelines')).toBe(1);
  await releaseCommits();
  const [made] = (await readJob(artist, id)).batches;
  await makeOverdue(made?.batchId ?? '');
  const ended = await sweepUntilEnded(id);
  expect(ended.batches).toHaveLength(1);
  expect(ended.batches[0]).toMatchObject({ doneCount: PICTURES, uncertainCount: 0 });
  expect(await countCalls(prompt)).toEqual({ received: PICTURES, paid: PICTURES });
  expect(await readReserved(artist)).toBe(0);
});
