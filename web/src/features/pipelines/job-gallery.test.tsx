import { checkExport } from '@portal/contracts/exports';
import { encodeHash } from '@portal/contracts/likeness';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { choosePictureSize } from '../../pictures/batches/picture-size.ts';
import { listNames, readText } from '../../testing/open-part.tsx';
import { createAgency, createCheck, createChecked } from '../../tools/exports/testing/create-check.ts';
import { createJob } from './testing/create-job.ts';
import { openJobs, serveJobs } from './testing/open-jobs.tsx';

const lanes = createJob().lanes.slice(0, 1);

/** Four prompts of one model. */
async function openJob(overrides: Parameters<typeof createJob>[0] = {}) {
  serveJobs({ jobs: [createJob({ id: 'job', lanes, ...overrides })] });
  const user = openJobs('/jobs/job');
  return { user, grid: await screen.findByRole('grid', { name: 'Gallery' }) };
}

const listChosen = () => screen.queryAllByRole('gridcell', { selected: true }).map(({ id }) => id);

test('shows the pictures of one model as a gallery with their prompts', async () => {
  const { grid } = await openJob({ made: [3, 0] });
  expect(listNames('gridcell')).toEqual([
    'Prompt 0 of job, Made',
    'Prompt 1 of job, Made',
    'Prompt 2 of job, Made',
    'Cancelled 4 Prompt 3 of job',
  ]);
  expect(within(grid).getAllByRole('row')).toHaveLength(1);
  expect(readText(within(grid).getAllByRole('gridcell')[0])).toBe('1 Prompt 0 of job');
  expect(screen.getByText(/^3 of 4 · \$0\.13/)).toBeDefined();
});

test('makes pictures as large as in the Library', async () => {
  const { grid } = await openJob();
  expect(grid.getAttribute('aria-colcount')).toBe('4');
  onTestFinished(() => choosePictureSize('medium'));
  fireEvent.click(screen.getByRole('radio', { name: 'Large' }));
  expect(grid.getAttribute('aria-colcount')).toBe('3');
});

test('selects all pictures of the only model', async () => {
  const { user } = await openJob();
  await user.click(screen.getByRole('button', { name: 'Select all of GPT Image 1' }));
  expect(listChosen()).toHaveLength(4);
  await user.click(screen.getByRole('button', { name: 'Deselect all of GPT Image 1' }));
  expect(listChosen()).toEqual([]);
});

test('chooses pictures in the viewer with keys, one by one', async () => {
  const { user } = await openJob({ state: 'choosing', made: [4, 0] });
  await user.click(screen.getByRole('button', { name: 'Choose one by one' }));
  const viewer = await screen.findByRole('dialog');
  const press = (key: string) =>
    fireEvent.keyDown(within(viewer).getByRole('button', { name: 'Choose' }), { key });
  const isPressed = () => within(viewer).getByRole('button', { name: 'Choose' }).getAttribute('aria-pressed');
  press('p');
  press('p');
  within(viewer).getByText('3 / 4');
  expect(isPressed()).toBe('false');
  press(' ');
  expect(isPressed()).toBe('true');
  within(viewer).getByText('Chosen, 3 chosen');
  press('x');
  within(viewer).getByText('Not chosen, 2 chosen');
  press('p');
  // The last one stays.
  within(viewer).getByText('4 / 4');
  within(viewer).getByText('Chosen, 3 chosen');
  fireEvent.keyDown(viewer, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(listChosen()).toEqual(['job-picture-0-0', 'job-picture-1-0', 'job-picture-3-0']);
});

test('offers no choice in the viewer of a job that has ended', async () => {
  await openJob();
  expect(screen.queryByRole('button', { name: 'Choose one by one' })).toBeNull();
  const [first] = screen.getAllByRole('gridcell');
  fireEvent.click(first ?? document.body, { detail: 1 });
  const viewer = await screen.findByRole('dialog');
  expect(within(viewer).queryByRole('button', { name: 'Choose' })).toBeNull();
  fireEvent.keyDown(within(viewer).getByRole('button', { name: 'Close' }), { key: 'p' });
  // It stars, as in every viewer.
  within(viewer).getByText('2 / 4');
  expect(screen.queryByText(/ selected/)).toBeNull();
});

test('each export starts with all selected pictures', async () => {
  const checks = { measures: { hash: encodeHash([]), sharpness: 50 } };
  const alike = [0, 1].map((index) =>
    createChecked(index, {
      picture: { batchId: 'job-0-image-generator', index, kind: 'result' },
      checks,
    }),
  );
  const check = createCheck(alike, createAgency({ id: 'adobe-stock' }));
  serveJobs({
    jobs: [createJob({ id: 'job', lanes })],
    answer: ({ path }) => (path === checkExport.path ? Response.json(check) : undefined),
  });
  const user = openJobs('/jobs/job');
  await user.click(await screen.findByRole('button', { name: 'Select all of GPT Image 1' }));
  const findNotice = async () => {
    const bar = within(screen.getByRole('toolbar', { name: 'Selected pictures' }));
    await user.click(bar.getByRole('button', { name: 'Export for agency…' }));
    return within(await screen.findByRole('note'));
  };
  await user.click((await findNotice()).getByRole('button', { name: 'Keep best of each' }));
  await screen.findByText(/^1 alike picture left out/);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  (await findNotice()).getByText(/^2 of 2 look alike/);
});
