import { afterEach, expect, test } from 'vitest';
import { config } from '../config.ts';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import {
  deliverAgain,
  makePrompt,
  makeRequest,
  readItems,
  startBatch,
  waitForBatch,
  waitForBatches,
} from '../support/generator.ts';
import { addFaults, clearFaults, countCalls, isHeld, releaseCalls, setLatency } from '../support/sandbox.ts';

const HOLDS = `http://${config.firestoreAddress}/emulator/v1/projects/${config.projectId}:holdCommits`;

/** The worker has written this state and is not told so: it stands exactly between this step and the next. */
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

/** kill -9 of the process that has the item's lease. */
async function findWorker(batchId: string): Promise<number> {
  const [item] = await readItems(batchId);
  return Number.parseInt(item?.worker ?? '', 10);
}

async function startOne(as: Account, prompt: string, hold?: string): Promise<string> {
  const id = await startBatch(as, makeRequest('xai', { prompt }));
  if (hold !== undefined) await holdAfter(id, hold);
  return id;
}

const stateOf = async (batchId: string) => (await readItems(batchId))[0]?.state;

const afterState = (state: string) => ({
  start: (as: Account, prompt: string) => startOne(as, prompt, state),
  isThere: async (batchId: string) => (await stateOf(batchId)) === state,
});

interface Step {
  start: (as: Account, prompt: string) => Promise<string>;
  isThere: (batchId: string, prompt: string) => Promise<boolean>;
  ends: 'done' | 'uncertain';
  paid: number;
}

const STEPS: Record<string, Step> = {
  'after it has claimed': { ...afterState('claimed'), ends: 'done', paid: 1 },
  'after it has noted that it calls': { ...afterState('calling'), ends: 'uncertain', paid: 0 },
  'while the provider works': {
    start: async (as, prompt) => {
      await addFaults({ provider: 'xai', match: { promptIncludes: prompt }, fault: { kind: 'hold' } });
      return startOne(as, prompt);
    },
    isThere: (_batchId, prompt) => isHeld(prompt),
    ends: 'uncertain',
    paid: 1,
  },
  'after the image is stored, before that is noted': {
    start: async (as, prompt) => {
      const id = await startOne(as, prompt);
      await addFaults({
        provider: 'cloudinary',
        match: { operation: 'upload', promptIncludes: id },
        fault: { kind: 'hold', at: 'after' },
      });
      return id;
    },
    isThere: (batchId) => isHeld(batchId),
    ends: 'done',
    paid: 1,
  },
  'after it has noted that the image is stored': { ...afterState('stored'), ends: 'done', paid: 1 },
  'after it has counted the image': { ...afterState('done'), ends: 'done', paid: 1 },
};

/** A worker that was faster than the hold went past the step: then another batch is tried. */
async function stopAt(as: Account, name: string, step: Step) {
  for (let tries = 1; tries <= 5; tries += 1) {
    const prompt = makePrompt(`killed ${name}`);
    const id = await step.start(as, prompt);
    const isOver = async () => (await readItems(id))[0]?.isOpen === false;
    await expect
      .poll(async () => (await step.isThere(id, prompt)) || (await isOver()), {
        timeout: 30_000,
        interval: 100,
      })
      .toBe(true);
    if (await step.isThere(id, prompt)) return { prompt, id };
  }
  throw new Error(`No worker could be stopped ${name}.`);
}

test('a worker killed at any step, and every task delivered twice: each image once, no call paid twice [D-batches.11]', async () => {
  // Slow enough for the hold to be there first.
  await setLatency(1500);
  const artist = await signIn(newEmail());
  const runs = await Promise.all(
    Object.entries(STEPS).map(async ([name, step]) => {
      const { prompt, id } = await stopAt(artist, name, step);
      return { name, step, prompt, id, worker: await findWorker(id) };
    }),
  );
  // One process may have several of them in its hands.
  for (const worker of new Set(runs.map((run) => run.worker))) process.kill(worker, 'SIGKILL');
  for (const { id } of runs) void deliverAgain('xai', id, 0);
  await fetch(HOLDS, { method: 'DELETE' });
  await releaseCalls();
  const batches = await waitForBatches(
    artist,
    runs.map(({ id }) => id),
  );
  const outcomes = await Promise.all(
    runs.map(async ({ name, step, prompt, id }, index) => {
      expect(await deliverAgain('xai', id, 0)).toBe(204);
      const { paid } = await countCalls(prompt);
      return {
        name,
        wanted: { ends: step.ends, paid: step.paid },
        got: { ends: await stateOf(id), paid },
        batch: batches[index],
      };
    }),
  );
  for (const { name, wanted, got, batch } of outcomes) {
    expect({ name, ...got }).toEqual({ name, ...wanted });
    expect(batch?.completedCount).toBe(wanted.ends === 'done' ? 1 : 0);
    expect(batch?.generatedImages).toHaveLength(wanted.ends === 'done' ? 1 : 0);
  }
}, 120_000);

test('every task delivered three times at once: each image is called for once [D-batches.10]', async () => {
  await setLatency(300);
  const artist = await signIn(newEmail());
  const prompt = makePrompt('delivered thrice');
  const id = await startBatch(artist, makeRequest('stability', { prompt, quantity: 6 }));
  const indexes = [...Array(6).keys()];
  await Promise.all([...indexes, ...indexes].map((index) => deliverAgain('stability', id, index)));
  expect(await waitForBatch(artist, id)).toMatchObject({ status: 'completed', completedCount: 6 });
  expect(await countCalls(prompt)).toMatchObject({ received: 6, paid: 6 });
});
