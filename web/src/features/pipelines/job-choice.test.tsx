import { choosePictures, deletePipeline, type Pipeline } from '@portal/contracts/pipelines';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { forgetForms } from '../../client/session/forget-forms.ts';
import { expectToast } from '../../testing/expect-toast.ts';
import { readLocation, readText } from '../../testing/open-part.tsx';
import { createJob } from './testing/create-job.ts';
import { openJobs, serveJobs } from './testing/open-jobs.tsx';

const choosing = createJob({ id: 'job-choosing', state: 'choosing', made: [4, 0] });
const pathOf = ({ path }: { path: string }, { id }: Pipeline) => path.replace('{id}', id);
const findCells = () => screen.findAllByRole('gridcell');
const readChosen = () => screen.getAllByRole('gridcell', { selected: true }).map(({ id }) => id);
const readBar = () => readText(screen.getByRole('toolbar', { name: 'Selected pictures' }));
const listKept = () =>
  [sessionStorage, localStorage].flatMap((store) =>
    Object.keys(store).filter((name) => name.startsWith('portal:job-choice:')),
  );

/** Chooses the first and the fourth picture. */
async function choose() {
  const user = openJobs('/jobs/job-choosing');
  const cells = await findCells();
  for (const at of [0, 3]) fireEvent.click(cells[at] ?? document.body, { detail: 1 });
  await waitFor(() => expect(readBar()).toContain('2 selected'));
  return user;
}

test('keeps the choice of each job after a reload, and in a new tab', async () => {
  serveJobs({ jobs: [choosing, createJob({ id: 'job-other', state: 'choosing', made: [4, 0] })] });
  await choose();
  const chosen = readChosen();
  openJobs('/jobs/job-other');
  const [other] = await findCells();
  expect(readBar()).toContain('0 selected');
  fireEvent.click(other ?? document.body, { detail: 1 });
  await waitFor(() => expect(readBar()).toContain('1 selected'));
  sessionStorage.clear();
  openJobs('/jobs/job-choosing');
  await findCells();
  expect(readBar()).toContain('2 selected');
  expect(readChosen()).toEqual(chosen);
});

test('keeps the choice of another tab while the cache says that the job runs', async () => {
  const { served } = serveJobs({ jobs: [{ ...choosing, state: 'running' }] });
  const user = openJobs('/jobs/job-choosing');
  await findCells();
  await user.click(screen.getByRole('link', { name: 'All jobs' }));
  served.jobs = [choosing];
  const keys = [0, 3].map((index) => `job-choosing-0-image-generator/${index}`);
  localStorage.setItem('portal:job-choice:job-choosing:ada', JSON.stringify(keys));
  await user.click(await screen.findByRole('link', { name: /Winter set/ }));
  await screen.findByRole('button', { name: 'Continue with 2 pictures' });
  expect(readBar()).toContain('2 selected');
});

test('removes the choice once it was sent', async () => {
  const { requests } = serveJobs({
    jobs: [choosing],
    answer: ({ path }) =>
      path === pathOf(choosePictures, choosing)
        ? Response.json({ ...choosing, state: 'running' })
        : undefined,
  });
  const user = await choose();
  await user.click(screen.getByRole('button', { name: 'Continue with 2 pictures' }));
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
  expect(listKept()).toEqual([]);
  const sent = requests.find(({ path }) => path === pathOf(choosePictures, choosing));
  expect(sent?.body).toMatchObject({ pictures: [{ index: 0 }, { index: 1 }] });
});

test('keeps the choice if it could not be sent', async () => {
  serveJobs({
    jobs: [choosing],
    answer: ({ method }) => (method === 'POST' ? new Response('{}', { status: 503 }) : undefined),
  });
  const user = await choose();
  await user.click(screen.getByRole('button', { name: 'Continue with 2 pictures' }));
  await expectToast('Change not confirmed', { description: 'Look at the job before you try again.' });
  expect(listKept()).toHaveLength(2);
});

test('removes the choice with the job', async () => {
  serveJobs({
    jobs: [choosing],
    answer: ({ method }) => (method === deletePipeline.method ? Response.json({ success: true }) : undefined),
  });
  const user = await choose();
  await user.click(screen.getByRole('button', { name: 'More actions' }));
  await user.click(screen.getByRole('menuitem', { name: 'Delete job' }));
  await user.click(screen.getByRole('button', { name: 'Delete job' }));
  await waitFor(() => expect(readLocation()).toBe('/jobs'));
  expect(listKept()).toEqual([]);
});

test.each([
  ['is cancelled', { ...choosing, state: 'cancelled' } as const],
  ['has expired', undefined],
])('removes the choice of a job that %s elsewhere', async (_how, job) => {
  const { served } = serveJobs({ jobs: [choosing] });
  await choose();
  served.jobs = job ? [job] : [];
  openJobs('/jobs/job-choosing');
  await waitFor(() => expect(listKept()).toEqual([]));
});

test('removes the choice on sign-out', async () => {
  serveJobs({ jobs: [choosing] });
  await choose();
  for (const store of [sessionStorage, localStorage]) forgetForms(store, 'ada');
  expect(listKept()).toEqual([]);
});
