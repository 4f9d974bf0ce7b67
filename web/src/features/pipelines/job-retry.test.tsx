import type { ItemFailure } from '@portal/contracts/batches';
import { generatorCalls } from '@portal/contracts/image-generator';
import { listPipelinePrompts } from '@portal/contracts/pipelines';
import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listNames, readLocation, readText } from '../../testing/open-part.tsx';
import { createGenerated, createJob } from './testing/create-job.ts';
import { openJobs, serveJobs } from './testing/open-jobs.tsx';

const fail = (index: number, more: Partial<ItemFailure> = {}): ItemFailure => ({
  index,
  state: 'failed',
  reason: 'It broke.',
  attempts: 3,
  ...more,
});

/** A job of one model with four prompts, of which the last ones failed. */
function serveFailed(failures: readonly ItemFailure[], stage: 0 | 1 = 0) {
  const made = stage === 0 ? 4 - failures.length : 4;
  const lanes = createJob().lanes.slice(0, 1);
  const job = createJob({ id: 'job', lanes, made: [made, stage === 0 ? made : 4 - failures.length] });
  const batches = job.batches.map((batch, place) => ({
    ...batch,
    ...(place === stage && {
      failedCount: failures.length,
      permanentCount: failures.filter(({ permanent }) => permanent !== undefined).length,
    }),
    status: 'completed' as const,
  }));
  const generated = createGenerated(job).map((batch) => ({
    ...batch,
    ...(stage === 0 && { failures: [...failures] }),
  }));
  const prompts = [0, 1, 2, 3].map((index) => ({ prompt: `Prompt ${index} of job`, name: `Name ${index}` }));
  return serveJobs({
    jobs: [{ ...job, batches }],
    answer: ({ path }) => {
      if (path === generatorCalls.list.path) return Response.json({ batches: generated });
      return path === listPipelinePrompts.path.replace('{id}', 'job')
        ? Response.json({ prompts })
        : undefined;
    },
  });
}

const findCard = async (name: string) => readText(await screen.findByRole('listitem', { name }));

test('counts only failed pictures that can be retried, and edits the prompts of the others', async () => {
  serveFailed([fail(2), fail(3, { permanent: 'refused', reason: 'Refused.' })]);
  const user = openJobs('/jobs/job');
  await screen.findByRole('button', { name: 'Retry 1 failed picture' });
  expect(await findCard('Generate')).toContain('2 failed · 1 would fail again');
  await user.click(await screen.findByRole('button', { name: 'Edit 1 refused prompt' }));
  await screen.findByText('1 prompt × 1 model = 1 picture');
  expect(readLocation()).toBe('/jobs/new');
  expect(screen.getByDisplayValue('Prompt 3 of job')).toBeDefined();
});

test('offers no retry if all failed pictures would fail again', async () => {
  serveFailed([fail(3, { permanent: 'refused' })]);
  openJobs('/jobs/job');
  expect(await findCard('Generate')).toContain('1 failed · 1 would fail again');
  expect(screen.queryByRole('button', { name: /^Retry/ })).toBeNull();
});

test('edits no prompts if a later stage refused pictures', async () => {
  serveFailed([fail(2, { permanent: 'unreadable' }), fail(3, { permanent: 'refused' })], 1);
  openJobs('/jobs/job');
  expect(await findCard('Upscale')).toContain('2 failed · 2 would fail again');
  expect(screen.queryByRole('button', { name: /refused prompt/ })).toBeNull();
});

test('says nothing of the kind if every failed picture can be retried', async () => {
  serveFailed([fail(2), fail(3)]);
  openJobs('/jobs/job');
  await screen.findByRole('button', { name: 'Retry 2 failed pictures' });
  expect(await findCard('Generate')).not.toContain('would fail again');
});

test('offers to retry uncertain pictures once failed ones are retried', async () => {
  const base = createJob({ id: 'job', made: [2, 2], uncertainCount: 1, retriedIn: 'other' });
  const batches = base.batches.map((batch) =>
    batch.tool === 'upscale' ? batch : { ...batch, failedCount: 1, status: 'completed' as const },
  );
  const { served } = serveJobs({ jobs: [{ ...base, batches }] });
  const user = openJobs('/jobs/job');
  await user.click(await screen.findByRole('button', { name: 'Retry 2 uncertain pictures' }));
  expect(readText(screen.getByRole('dialog'))).not.toContain('failed');
  expect(screen.queryByRole('button', { name: /failed/, hidden: true })).toBeNull();
  screen.getByText('Retried in a new job');
  cleanup();
  served.jobs = [{ ...base, batches, areUncertainRetried: true }];
  openJobs('/jobs/job');
  await screen.findByText('Retried in a new job');
  expect(screen.queryByRole('button', { name: /^Retry/ })).toBeNull();
});

test('ends the line, where Cancel was, with an action that costs nothing', async () => {
  serveFailed([fail(0), fail(1), fail(2), fail(3)]);
  openJobs('/jobs/job');
  await screen.findByRole('button', { name: 'Retry 4 failed pictures' });
  expect(listNames('button').join()).toContain('Retry 4 failed pictures,Send again,More actions');
});
