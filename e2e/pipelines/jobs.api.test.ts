import { afterAll, expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { waitForIdle } from '../support/batches.ts';
import { makePrompt } from '../support/generator.ts';
import { resetTools, setTool } from '../support/tool-cases.ts';
import { makeJob, makeLane, startJob, waitForJob } from '../support/pipelines.ts';
import { countCalls, setLatency } from '../support/sandbox.ts';
import { readSpent } from '../support/spend-documents.ts';

const STAGES = { upscale: { scale: 2 }, stylizer: { preset: 'synthwave' }, keywords: {} };

afterAll(resetTools);

test('two lanes make, enlarge, restyle and describe the same prompts', async () => {
  await setLatency(0);
  await waitForIdle();
  await setTool('upscaleEngine', 'cloudinary');
  const artist = await signIn(newEmail());
  const prompts = [makePrompt('a fox in a job'), makePrompt('an owl in a job')];
  const spentBefore = await readSpent(artist);
  const job = makeJob(prompts, { lanes: [makeLane('xai'), makeLane('stability')], stages: STAGES });
  const id = await startJob(artist, { ...job, name: 'Foxes', agency: 'adobe-stock' });
  const ended = await waitForJob(artist, id);
  expect(ended).toMatchObject({ state: 'ended', total: 4, promptCount: 2, agency: 'adobe-stock' });
  expect(ended.batches.map(({ lane, tool, doneCount }) => `${lane} ${tool} ${doneCount}`)).toEqual(
    [0, 1].flatMap((lane) =>
      ['image-generator', 'upscale', 'stylizer', 'keyword-generator'].map((tool) => `${lane} ${tool} 2`),
    ),
  );
  for (const prompt of prompts) expect(await countCalls(prompt)).toEqual({ received: 2, paid: 2 });
  expect(ended.cost).toBeCloseTo((await readSpent(artist)) - spentBefore, 4);
  // Each picture is asked for with its own prompt, and says so.
  const { body } = await callApi('GET', '/api/image-generator/batches', { as: artist });
  expect(body).toMatchObject({ batches: [{ prompts }, { prompts }] });
  const list = await callApi('GET', '/api/pipelines', { as: artist });
  expect(list.body).toMatchObject({ pipelines: [{ id, state: 'ended' }] });
  const etag = list.headers.get('etag') ?? '';
  const again = await callApi('GET', '/api/pipelines', { as: artist, headers: { 'if-none-match': etag } });
  expect(again.status).toBe(304);
});
