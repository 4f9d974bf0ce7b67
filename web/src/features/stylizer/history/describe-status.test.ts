import { expect, test } from 'vitest';
import { createBatch, createResult } from '../testing/create-batch.ts';
import { describeStage } from './describe-status.ts';

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

const made = results.map(({ index }) => createResult(index, 'completed'));
const lost = results.map(({ index }) => createResult(index, 'failed'));
const CANCELLED_AT = '2026-11-21T12:00:00.000Z';

test('a completed batch says so of its total [T4.1.6]', () => {
  expect(describeStage(createBatch({ status: 'completed', results: made }))).toEqual({
    label: '4/4 completed',
  });
});

test('a batch made in part says how much is made [D-one-studio.12]', () => {
  expect(describeStage(createBatch({ status: 'completed', results }))).toEqual({ label: '1/4 completed' });
});

test('a failed batch says so, without a bar; a cancelled one has not failed [T4.1.7, D-one-studio.12]', () => {
  const batch = createBatch({ status: 'failed', results: lost });
  expect(describeStage(batch)).toEqual({ label: 'Failed' });
  expect(describeStage({ ...batch, cancelledAt: CANCELLED_AT })).toEqual({ label: '0/4 completed' });
});
