import type { Pipeline, PipelineBatch } from '@portal/contracts/pipelines';
import { expect, it } from 'vitest';
import { findInterval } from './pipelines-query.ts';

const createJob = (state: Pipeline['state'], status: PipelineBatch['status'], isHalfPrice = false) => {
  const batch: PipelineBatch = {
    batchId: 'one',
    tool: 'image-generator',
    lane: 0,
    chain: 0,
    status,
    total: 10,
    doneCount: 5,
    failedCount: 0,
    uncertainCount: 0,
    cancelledCount: 0,
    waitingCount: 0,
    estimate: 1,
    cost: 1,
    startedAt: '2026-11-25T10:00:00Z',
    endedAt: null,
  };
  return { state, batches: [batch], isHalfPrice };
};

it.each([
  ['is running', createJob('running', 'processing'), 2000],
  ['is running at half price', createJob('running', 'processing', true), 15_000],
  ['stops', createJob('cancelled', 'processing'), 2000],
  ['was cancelled', createJob('cancelled', 'completed'), 60_000],
  ['waits for a choice', createJob('choosing', 'completed'), 15_000],
])('polls a job that %s', (_name, job, interval) => {
  expect(findInterval([job, createJob('ended', 'completed')])).toBe(interval);
});
