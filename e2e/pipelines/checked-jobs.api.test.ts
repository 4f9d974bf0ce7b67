import { generatorCalls } from '@portal/contracts/image-generator';
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { waitForIdle } from '../support/batches.ts';
import { changeJob, makeJob, startJob, waitForJob } from '../support/pipelines.ts';
import { countCalls, setLatency } from '../support/sandbox.ts';
import { readSpent } from '../support/spend-documents.ts';
import { resetTools, setTool } from '../support/tool-cases.ts';

afterAll(resetTools);

test('a picture with a severe issue waits for a choice, and each is paid once', async () => {
  await setLatency(0);
  await waitForIdle();
  await setTool('upscaleEngine', 'cloudinary');
  const artist = await signIn(newEmail());
  const mark = randomUUID().slice(0, 8);
  // Pictures are named after their prompts, and the sandbox sees issues by name.
  const names = [`kite ${mark}`, `text ${mark}`, `boat ${mark}`];
  const prompts = names.map((name) => ({ prompt: `A painting of a ${name}`, name }));
  const spentBefore = await readSpent(artist);
  const job = makeJob([], { prompts, stages: { check: {}, upscale: { scale: 2 } } });
  const id = await startJob(artist, job);
  const waiting = await waitForJob(
    artist,
    id,
    ({ state, batches }) => state === 'choosing' && batches[2]?.doneCount === 2,
  );
  const [made, checked, upscaled] = waiting.batches;
  expect([made?.doneCount, checked?.doneCount, upscaled?.doneCount]).toEqual([3, 3, 2]);
  expect(upscaled).toMatchObject({ tool: 'upscale', waitingCount: 1, heldItems: [1] });
  const batchId = made?.batchId ?? '';
  const { body } = await callApi('GET', generatorCalls.images.path.replace('{id}', batchId), { as: artist });
  const { images } = generatorCalls.images.response.parse(body);
  expect(images.map(({ checks }) => checks?.issues?.map(({ severity }) => severity))).toEqual([
    [],
    ['severe'],
    [],
  ]);

  const choice = { pictures: [{ batchId, index: 1 }] };
  expect((await changeJob(artist, id, 'choose', choice)).status).toBe(200);
  expect((await changeJob(artist, id, 'choose', choice)).status).toBe(200);
  const ended = await waitForJob(artist, id);
  expect(ended).toMatchObject({ state: 'ended' });
  expect(ended.batches.map(({ doneCount }) => doneCount)).toEqual([3, 3, 3]);
  expect(ended.cost).toBeCloseTo((await readSpent(artist)) - spentBefore, 4);
  expect(ended.batches[1]?.cost).toBeGreaterThan(0);
  // Made once and checked once.
  for (const name of names) expect(await countCalls(name)).toEqual({ received: 2, paid: 2 });
});
