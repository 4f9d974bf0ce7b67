import type { BatchImage } from '@portal/contracts/batch-calls';
import { starPictures } from '@portal/contracts/library';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createChecks, createSoftChecks, makeHash } from '../../pictures/checks/testing/create-checks.ts';
import { createBatchImage } from '../../testing/create-upscale.ts';
import { expectToast } from '../../testing/expect-toast.ts';
import { listNames, readText } from '../../testing/open-part.tsx';
import { createJob } from './testing/create-job.ts';
import { openJobs, serveJobs } from './testing/open-jobs.tsx';

const LANES: Record<string, (index: number) => BatchImage['checks']> = {
  // Three look alike, of which the last is the sharpest; the first one is another picture.
  'job-0-image-generator': (index) =>
    createChecks({ hash: index === 0 ? makeHash(0, 7) : makeHash(7), sharpness: 50 + index }),
  // Each is different, and the first one is soft.
  'job-1-image-generator': (index) =>
    index === 0
      ? createSoftChecks({ hash: makeHash(0, 0, 7) })
      : createChecks({
          hash: makeHash(...Array.from({ length: 2 + index }, () => 0), 7),
        }),
};

/** Eight pictures: four prompts of two models. */
async function openJob(overrides: Parameters<typeof createJob>[0] = {}) {
  const { requests } = serveJobs({
    jobs: [createJob({ id: 'job', ...overrides })],
    answer: ({ method, path }) => {
      if (method === 'PATCH') return Response.json({ success: true, starred: [] });
      const [, id = ''] = /image-generator\/batches\/([^/]+)\/images$/.exec(path) ?? [];
      const read = LANES[id];
      if (!read) return undefined;
      const images = [0, 1, 2, 3].map((index) =>
        createBatchImage(index, { fileName: `${id}-${index}`, checks: read(index) }),
      );
      return Response.json({ images });
    },
  });
  const user = openJobs('/jobs/job');
  await user.click(await screen.findByRole('button', { name: 'Stacks' }));
  await screen.findByRole('grid', { name: 'Stacks' });
  await waitFor(() => expect(screen.queryByText(/not checked yet/)).toBeNull());
  return { user, requests };
}

const listCells = () => listNames('gridcell').map((name) => name.replace(/, Free$/, ''));
/** On the current picture: the test moves no real focus, so any cell hears the key. */
const press = (...keys: string[]) => {
  for (const key of keys) fireEvent.keyDown(screen.getAllByRole('gridcell')[0] ?? document.body, { key });
};
const readSelected = () => readText(screen.getByRole('toolbar', { name: 'Selected pictures' }));

test('shows problems in the grid of prompts and models', async () => {
  const { user } = await openJob();
  await user.click(screen.getByRole('button', { name: 'Stacks' }));
  const grid = await screen.findByRole('grid', { name: 'Side by side' });
  expect(within(grid).getAllByRole('gridcell', { name: /Soft/ })).toHaveLength(1);
});

test('stacks alike pictures of the whole job, the sharpest on top, and opens a stack', async () => {
  await openJob();
  screen.getByText('8 pictures, 3 of them in 1 stack');
  await waitFor(() => expect(listCells()).toHaveLength(6));
  const [, , stack] = listCells();
  expect(stack).toMatch(/, Prompt 3 of job, stack of 3, Made$/);
  press('ArrowRight', 'ArrowRight', 'Enter');
  await waitFor(() => expect(listCells()).toHaveLength(8));
  expect(listCells().filter((name) => name.includes('in the open stack'))).toHaveLength(3);
  press('Escape');
  await waitFor(() => expect(listCells()).toHaveLength(6));
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/stack of 3/));
});

test('chooses the best picture of a stack instead of the others', async () => {
  const { user } = await openJob({ state: 'choosing' });
  press('ArrowRight', 'ArrowRight', ' ');
  await waitFor(() => expect(readSelected()).toContain('3 selected, 1 whole stack'));
  await user.click(screen.getByRole('button', { name: 'Open the stack of 3' }));
  await user.click(await screen.findByRole('button', { name: 'Keep best' }));
  await expectToast('1 picture chosen');
  expect(readSelected()).toContain('1 selected');
  screen.getByRole('gridcell', { name: /Prompt 3 .*open stack/, selected: true });
  await user.click(screen.getByRole('button', { name: 'Close stack' }));
  await waitFor(() =>
    expect(listCells().find((name) => name.includes('stack of 3'))).toContain('partly selected'),
  );
});

test('stars the picture that is kept after the choice, and marks no other', async () => {
  const { user, requests } = await openJob();
  press('ArrowRight', 'ArrowRight', 'c');
  await screen.findByRole('dialog', { name: 'Compare 3 pictures' });
  screen.getByText('Keep one, also with keys 1 to 3. It gets a star.');
  await user.keyboard('2');
  await expectToast('1 picture starred');
  const path = starPictures.path.replace('{id}', 'job-0-image-generator');
  const sent = requests.filter((request) => request.path === path);
  expect(sent.map(({ body }) => body)).toEqual([{ add: [2] }]);
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('gridcell'));
});

test('says if nothing of a selection is alike', async () => {
  const { user } = await openJob();
  press(' ', 'ArrowRight', ' ');
  await user.click(screen.getByRole('button', { name: 'Keep best' }));
  await expectToast('None of these pictures are alike');
});

test('keeps showing a picture that is no longer on top of its stack', async () => {
  await openJob();
  press('ArrowRight', 'ArrowRight', 'Enter', 'ArrowRight', 's');
  const top = /Prompt 2 of job, stack of 3/;
  press('Escape');
  await screen.findByRole('gridcell', { name: top });
  press('ArrowLeft', 'Enter');
  const viewer = within(await screen.findByRole('dialog'));
  viewer.getByText('2 / 6');
  const pressInViewer = (key: string) =>
    fireEvent.keyDown(viewer.getByRole('button', { name: 'Close' }), { key });
  pressInViewer('ArrowRight');
  viewer.getByText('3 / 6');
  pressInViewer('s');
  await screen.findByRole('gridcell', { name: /Prompt 3 of job, stack of 3/, hidden: true });
  viewer.getByText('3 / 7');
  pressInViewer('Escape');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
