import { listPipelines } from '@portal/contracts/pipelines';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createJob } from './testing/create-job.ts';
import { openJobs, serveJobs } from './testing/open-jobs.tsx';

const jobs = [
  createJob({ id: 'job-running', name: 'Foxes', state: 'running', made: [2, 1] }),
  createJob({
    id: 'job-scheduled',
    name: 'Overnight',
    state: 'scheduled',
    startAt: '2026-11-23T22:00:00.000Z',
  }),
  createJob({ id: 'job-choosing', name: 'Owls', state: 'choosing', made: [4, 0] }),
];

test('lists jobs with their state, progress and cost, and leads to each', async () => {
  serveJobs({ jobs });
  const user = openJobs('/jobs');
  const cards = within(await screen.findByRole('list', { name: 'Jobs' })).getAllByRole('listitem');
  expect(cards.map((card) => card.querySelector('h2')?.textContent)).toEqual(['Foxes', 'Overnight', 'Owls']);
  const [running, scheduled, choosing] = cards.map((card) => within(card));
  running?.getByText('2 of 8 upscaled');
  running?.getByText('$0.17 so far, about $0.34 in all');
  scheduled?.getByText('About $0.34 in all');
  choosing?.getByText('8 of 8 made');
  await user.click(screen.getByRole('link', { name: 'Overnight' }));
  expect(await screen.findByText(/^Starts /)).toBeDefined();
});

test.each([
  ['all pictures', {}, '4 prompts × 2 models = 8 pictures'],
  ['only some of them, as a retry does', { promptCount: 5, total: 5 }, '5 pictures'],
])('says how many pictures a job makes: %s', async (_name, sizes, text) => {
  serveJobs({ jobs: [createJob({ id: 'job', name: 'Foxes', ...sizes })] });
  const user = openJobs('/jobs');
  await screen.findByText(text);
  await user.click(screen.getByRole('link', { name: 'Foxes' }));
  await screen.findByRole('button', { name: 'More actions' });
  expect(screen.getByText(text)).toBeDefined();
});

test('explains an empty list', async () => {
  serveJobs();
  openJobs('/jobs');
  expect(await screen.findByText('No jobs yet')).toBeDefined();
  expect(screen.getAllByRole('link', { name: /job/ })).toHaveLength(1);
});

test('loads again a list that could not be loaded', async () => {
  const { served } = serveJobs({
    answer: ({ path }) => (path === listPipelines.path ? new Response('{}', { status: 503 }) : undefined),
  });
  const user = openJobs('/jobs');
  await screen.findByText('The jobs could not be loaded');
  Object.assign(served, { jobs, answer: undefined });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Foxes' })).toBeDefined();
});
