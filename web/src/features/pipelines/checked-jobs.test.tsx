import { getCheckPrice } from '@portal/contracts/check-calls';
import { choosePictures, startPipeline, type Pipeline } from '@portal/contracts/pipelines';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createChecks, createIssue } from '../../pictures/checks/testing/create-checks.ts';
import { createBatchImage } from '../../testing/create-upscale.ts';
import { expectToast } from '../../testing/expect-toast.ts';
import { listNames, readText } from '../../testing/open-part.tsx';
import { createJob, createRecipe } from './testing/create-job.ts';
import { openJobs, serveJobs } from './testing/open-jobs.tsx';

/** Four pictures of each of two models are checked; of the second one, two wait and two go on, unless all wait. */
function createChecked(overrides: Partial<Pipeline> = {}): Pipeline {
  const job = createJob({ id: 'job', state: 'choosing', made: [4, 2], ...overrides });
  const batches = job.batches.flatMap((batch) => {
    const own = { ...batch, chain: batch.lane };
    if (batch.tool === 'image-generator') return [own];
    const checked = { ...own, tool: 'check' as const, batchId: `checked-${batch.lane}`, doneCount: 4 };
    const price = { estimate: 0.008, cost: 0.008, endedAt: job.createdAt };
    const held = batch.lane === 1 && !job.isChosenByHand && { waitingCount: 2, heldItems: [1, 3] };
    return [
      { ...checked, ...price },
      { ...own, ...held },
    ];
  });
  return { ...job, stages: { check: {}, ...job.stages }, batches };
}

const IMAGES = '/api/image-generator/batches/job-1-image-generator/images';
const answerImages = (path: string) =>
  path === IMAGES
    ? Response.json({
        images: [0, 1, 2, 3].map((index) =>
          createBatchImage(index, {
            checks: createChecks({
              issues:
                index === 3
                  ? [createIssue(), createIssue({ kind: 'brand', box: undefined })]
                  : [createIssue()],
            }),
          }),
        ),
      })
    : undefined;

const openChecked = async () => {
  const job = createChecked();
  const { served, requests } = serveJobs({
    jobs: [job],
    answer: ({ path }) => {
      if (path !== choosePictures.path.replace('{id}', job.id)) return answerImages(path);
      const running: Pipeline = { ...job, state: 'running' };
      served.jobs = [running];
      return Response.json(running);
    },
  });
  const user = openJobs('/jobs/job');
  await screen.findByRole('grid', { name: 'Pictures that wait' });
  return { user, findChoice: () => requests.find(({ path }) => path.endsWith('/choose'))?.body };
};
const press = (...keys: string[]) => {
  for (const key of keys) fireEvent.keyDown(screen.getAllByRole('gridcell')[0] ?? document.body, { key });
};

test('shows only pictures that a check holds, each with its issue, and all stages', async () => {
  await openChecked();
  await waitFor(() => expect(listNames('gridcell')[1]).toMatch(/May show text, top left; may show a brand$/));
  expect(listNames('gridcell')).toHaveLength(2);
  expect(listNames('gridcell')[0]).toMatch(/Prompt 1 of job, Made, May show text, top left$/);
  expect(screen.getByRole('heading', { name: /^Agencies may refuse 2 pictures/ })).toBeDefined();
  const check = screen.getByRole('listitem', { name: 'Check' });
  expect(readText(check)).toContain('8 of 8');
  expect(within(check).queryByRole('link')).toBeNull();
  expect(readText(screen.getByRole('listitem', { name: 'Upscale' }))).toContain('2 waiting');
});

test('continues with the pictures that are chosen with the keyboard', async () => {
  const { user, findChoice } = await openChecked();
  press('ArrowRight', ' ');
  await user.click(await screen.findByRole('button', { name: 'Continue with 1 picture' }));
  await waitFor(() =>
    expect(findChoice()).toEqual({ pictures: [{ batchId: 'job-1-image-generator', index: 3 }] }),
  );
  // Then all pictures are shown again.
  expect(await screen.findByRole('grid', { name: 'Side by side' })).toBeDefined();
  const pictures = screen.getByRole('region', { name: 'Pictures' });
  await waitFor(() => expect(pictures.contains(document.activeElement)).toBe(true));
});

test('asks before all pictures that wait end', async () => {
  const { user, findChoice } = await openChecked();
  await user.click(screen.getByRole('button', { name: 'Continue with none' }));
  const question = within(screen.getByRole('dialog', { name: 'Continue without these pictures?' }));
  await user.click(question.getByRole('button', { name: 'Continue without them' }));
  await waitFor(() => expect(findChoice()).toEqual({ pictures: [] }));
  await expectToast('Continuing without these pictures');
});

test('lets a person choose among all pictures if the job asks for that', async () => {
  const job = createChecked({ isChosenByHand: true });
  serveJobs({ jobs: [job], answer: ({ path }) => answerImages(path) });
  openJobs('/jobs/job');
  await screen.findByRole('heading', { name: 'Choose the pictures to continue with' });
  await waitFor(() => expect(listNames('gridcell')).toHaveLength(8));
});

test('adds a check to a job, with its price, and keeps it in a recipe', async () => {
  const settings = createRecipe({ stages: { check: {} } });
  const { requests } = serveJobs({
    jobs: [createJob({ id: 'job-started', state: 'running', made: [0, 0] })],
    recipes: [settings],
    answer: ({ method, path }) => {
      if (path === getCheckPrice.path) return Response.json({ price: 0.002, provider: 'openai' });
      if (method !== 'POST') return undefined;
      return Response.json({ success: true, pipelineId: 'job-started' }, { status: 202 });
    },
  });
  const user = openJobs('/jobs/new?recipe=recipe-1');
  const check = await screen.findByLabelText('Check');
  await waitFor(() => expect(check).toHaveProperty('checked', true));
  await screen.findByText('A model marks what agencies may refuse, about $0.0020 per picture');
  await user.click(screen.getByLabelText('Upscale'));
  await screen.findByText(/pictures with a severe issue wait for your choice, about \$0\.0020 per picture$/);
  fireEvent.change(screen.getByLabelText('Prompts', { selector: 'textarea' }), {
    target: { value: 'Fox\nOwl' },
  });
  const summary = within(screen.getByRole('region', { name: 'Summary' }));
  await waitFor(() =>
    expect(readText(summary.getByRole('row', { name: /^Check/ }))).toContain('4 × $0.0020'),
  );
  await user.click(summary.getByRole('button', { name: /^Make 4 pictures/ }));
  await waitFor(() =>
    expect(
      requests.find(({ path, method }) => method === 'POST' && path === startPipeline.path)?.body,
    ).toMatchObject({
      stages: { check: {}, upscale: {} },
      isChosenByHand: false,
    }),
  );
});
