import {
  cancelPipeline,
  choosePictures,
  listPipelinePrompts,
  retryPipeline,
  startPipeline,
  type Pipeline,
} from '@portal/contracts/pipelines';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { SentRequest } from '../../testing/answer-by-path.ts';
import { expectToast } from '../../testing/expect-toast.ts';
import { readLocation } from '../../testing/open-part.tsx';
import { createJob } from './testing/create-job.ts';
import { openJobs, serveJobs } from './testing/open-jobs.tsx';

const running = createJob({ id: 'job-running', state: 'running', made: [1, 0] });
const started = () => Response.json({ success: true, pipelineId: running.id }, { status: 202 });
const findButton = (name: string) => screen.findByRole('button', { name });
const pathOf = ({ path }: { path: string }, { id }: Pipeline) => path.replace('{id}', id);
const findPost = (requests: readonly SentRequest[], path: string) =>
  waitFor(() => {
    const sent = requests.find((request) => request.method === 'POST' && request.path === path);
    if (!sent) throw new Error(`Nothing was sent to ${path}`);
    return sent;
  });

test('asks before it cancels', async () => {
  const { requests } = serveJobs({
    jobs: [running],
    answer: ({ path }) =>
      path === pathOf(cancelPipeline, running)
        ? Response.json({ ...running, state: 'cancelled' })
        : undefined,
  });
  const user = openJobs('/jobs/job-running');
  await user.click(await findButton('Cancel'));
  expect(requests.every(({ method }) => method === 'GET')).toBe(true);
  const question = screen.getByRole('dialog', { name: 'Cancel this job?' });
  await user.click(within(question).getByRole('button', { name: 'Cancel job' }));
  await findPost(requests, pathOf(cancelPipeline, running));
  expect(await screen.findByText(/^Stopping/)).toBeDefined();
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByText(/^Stopping/).closest('[role=status]')),
  );
});

test.each([
  ['ended', '2 skipped'],
  ['cancelled', '2 cancelled'],
] as const)('says what became of pictures that were not made, in later stages: %s', async (state, fact) => {
  serveJobs({ jobs: [createJob({ id: 'job-ended', state, uncertainCount: 1 })] });
  openJobs('/jobs/job-ended');
  const stage = within(await screen.findByRole('listitem', { name: 'Upscale' }));
  expect(stage.getByText(fact)).toBeDefined();
});

test('a picture has the focus after a choice, however fast the response', async () => {
  const choosing = createJob({ id: 'job-choosing', state: 'choosing', made: [1, 0] });
  const { requests } = serveJobs({
    jobs: [choosing],
    answer: ({ path }) =>
      path === pathOf(choosePictures, choosing)
        ? Response.json({ ...choosing, state: 'running' })
        : undefined,
  });
  const user = openJobs('/jobs/job-choosing');
  await user.click(await findButton('Continue with none'));
  await user.click(await findButton('End the job'));
  await findPost(requests, pathOf(choosePictures, choosing));
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
  await waitFor(() => expect(document.activeElement?.id).toBe('job-picture-0-0'));
});

test('asks before it retries what may be charged twice', async () => {
  const ended = createJob({ id: 'job-ended', uncertainCount: 1 });
  const { requests } = serveJobs({
    jobs: [running, ended],
    answer: ({ path }) => (path === pathOf(retryPipeline, ended) ? started() : undefined),
  });
  const user = openJobs('/jobs/job-ended');
  await screen.findByText('Partly done');
  await user.click(await findButton('Retry 2 uncertain pictures'));
  const warning = within(screen.getByRole('dialog', { name: 'Retry 2 uncertain pictures?' }));
  warning.getByText(/You may be charged twice for them\./);
  await user.click(warning.getByRole('button', { name: 'Retry' }));
  expect((await findPost(requests, pathOf(retryPipeline, ended))).body).toEqual({ includeUncertain: true });
  await waitFor(() => expect(readLocation()).toBe('/jobs/job-running'));
});

const PROMPTS = [{ prompt: 'A snowy owl', name: 'Owl' }, { prompt: 'A fox' }];

test('says why a job was not started, and starts it now', async () => {
  const refused = createJob({
    id: 'job-refused',
    state: 'refused',
    reason: 'The budget of this month is used up.',
  });
  const { requests } = serveJobs({
    jobs: [refused, running],
    answer: ({ method, path }) => {
      if (path === pathOf(listPipelinePrompts, refused)) return Response.json({ prompts: PROMPTS });
      return method === 'POST' ? started() : undefined;
    },
  });
  const user = openJobs('/jobs/job-refused');
  await screen.findByText('The budget of this month is used up. You were not charged.');
  await user.click(await findButton('Start now for about $0.34'));
  const { body, headers } = await findPost(requests, startPipeline.path);
  const restartOf = { pipelineId: refused.id, estimate: refused.estimate };
  expect(body).toMatchObject({ prompts: PROMPTS, lanes: [{}, {}], name: 'Winter set', restartOf });
  // Another tab, or a click after Back, starts no second job.
  expect(headers.get('idempotency-key')).toBe('start-job-refused');
  await waitFor(() => expect(readLocation()).toBe('/jobs/job-running'));
});

test('shows the new price of a job that was not started', async () => {
  const refused = createJob({ id: 'job-refused', state: 'refused' });
  const jobs = [refused];
  serveJobs({
    jobs,
    answer: ({ method, path }) => {
      if (path === pathOf(listPipelinePrompts, refused)) return Response.json({ prompts: PROMPTS });
      if (method !== 'POST') return undefined;
      jobs[0] = { ...refused, estimate: 0.5 };
      const error = 'The price has risen.';
      return Response.json({ error, code: 'conflict', requestId: 'request' }, { status: 409 });
    },
  });
  const user = openJobs('/jobs/job-refused');
  await user.click(await findButton('Start now for about $0.34'));
  await expectToast('The job was not started', { description: 'The price has risen.' });
  await findButton('Start now for about $0.50');
});

test('fills the form with a job to send it again', async () => {
  serveJobs({
    jobs: [running],
    answer: ({ path }) =>
      path === pathOf(listPipelinePrompts, running) ? Response.json({ prompts: PROMPTS }) : undefined,
  });
  const user = openJobs('/jobs/job-running');
  await user.click(await findButton('More actions'));
  await user.click(screen.getByRole('menuitem', { name: 'Send again' }));
  await screen.findByText('2 prompts × 2 models = 4 pictures');
  expect(readLocation()).toBe('/jobs/new');
  expect(screen.getByLabelText('Upscale')).toHaveProperty('checked', true);
});

test('asks before it replaces the prompts of the form', async () => {
  serveJobs({
    jobs: [running],
    answer: ({ path }) =>
      path === pathOf(listPipelinePrompts, running) ? Response.json({ prompts: PROMPTS }) : undefined,
  });
  const form = openJobs('/jobs/new');
  const typed = 'A red panda';
  fireEvent.change(screen.getByRole('textbox', { name: 'Prompts' }), { target: { value: typed } });
  form.unmount();
  const user = openJobs('/jobs/job-running');
  const sendAgain = async () => {
    await user.click(await findButton('More actions'));
    await user.click(screen.getByRole('menuitem', { name: 'Send again' }));
    return within(await screen.findByRole('dialog', { name: 'Replace the draft in New job?' }));
  };
  await user.click((await sendAgain()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sessionStorage.getItem('portal:job-prompts:ada')).toContain(typed);
  await user.click((await sendAgain()).getByRole('button', { name: 'Replace draft' }));
  await screen.findByText('2 prompts × 2 models = 4 pictures');
  expect(readLocation()).toBe('/jobs/new');
});

test('says why the prompts of a job could not be loaded', async () => {
  const reason = 'The prompts of this job were deleted.';
  serveJobs({
    jobs: [running],
    answer: ({ path }) =>
      path === pathOf(listPipelinePrompts, running)
        ? Response.json({ error: reason, code: 'not-found', requestId: 'r' }, { status: 404 })
        : undefined,
  });
  const user = openJobs('/jobs/job-running');
  await user.click(await findButton('More actions'));
  await user.click(screen.getByRole('menuitem', { name: 'Send again' }));
  await expectToast('The prompts could not be loaded', { description: reason });
});

test('says that no pictures are left to export', async () => {
  serveJobs({
    jobs: [createJob({ id: 'job-ended' })],
    answer: ({ path }) => (path.endsWith('/images') ? Response.json({ images: [] }) : undefined),
  });
  const user = openJobs('/jobs/job-ended');
  await user.click(await findButton('Export for agency…'));
  await expectToast('No pictures are left to export');
  await waitFor(async () => expect(await findButton('Export for agency…')).toHaveProperty('disabled', false));
});

test('says that a job is gone', async () => {
  serveJobs();
  openJobs('/jobs/job-gone');
  expect(await screen.findByText('Job not found')).toBeDefined();
});

test('loads again a job that could not be loaded', async () => {
  const other = createJob({ id: 'job-other' });
  const { served } = serveJobs({
    answer: ({ path }) => (path.endsWith('/job-other') ? new Response('{}', { status: 503 }) : undefined),
  });
  const user = openJobs('/jobs/job-other');
  await screen.findByText('The job could not be loaded');
  Object.assign(served, { jobs: [other], answer: undefined });
  await user.click(await findButton('Try again'));
  expect(await screen.findByRole('heading', { name: 'Winter set' })).toBeDefined();
});
