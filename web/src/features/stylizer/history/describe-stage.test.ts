import { expect, test } from 'vitest';
import { createBatch, createResult } from '../testing/create-batch.ts';
import { describeStage } from './describe-stage.ts';

const results = [
  createResult(0, 'completed'),
  createResult(1, 'processing'),
  createResult(2, 'pending'),
  createResult(3, 'failed'),
];

test('[T4.1.4] a queued batch says of how many images', () => {
  expect(describeStage(createBatch({ status: 'pending', results }))).toEqual({
    label: 'Queued - 4 image(s)',
  });
});

test('[T4.1.5] the bar of a batch at work goes by the progress, where it is given', () => {
  const batch = createBatch({ status: 'processing', results, progress: 50 });
  expect(describeStage(batch)).toEqual({ label: '1/4 completed', value: 0.5 });
});

test('[T4.1.5] else by what is done of the total', () => {
  expect(describeStage(createBatch({ status: 'processing', results })).value).toBe(0.25);
});

test('[T4.1.6] a completed batch says so of its total', () => {
  expect(describeStage(createBatch({ status: 'completed', results }))).toEqual({ label: '4/4 completed' });
});

test('[T4.1.7] a failed batch says so, without a bar', () => {
  expect(describeStage(createBatch({ status: 'failed', results }))).toEqual({ label: 'Failed' });
});
