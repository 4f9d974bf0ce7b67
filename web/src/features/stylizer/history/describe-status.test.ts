import { expect, test } from 'vitest';
import { createBatch, createResult } from '../testing/create-batch.ts';
import { describeStatus } from './describe-status.ts';

const results = [
  createResult(0, 'completed'),
  createResult(1, 'processing'),
  createResult(2, 'pending'),
  createResult(3, 'failed'),
];

test('describes a queued batch by its image count [T4.1.4]', () => {
  expect(describeStatus(createBatch({ status: 'pending', results }))).toEqual({
    label: 'Queued - 4 image(s)',
  });
});

test('shows a running batch’s own progress if it has one [T4.1.5]', () => {
  const batch = createBatch({ status: 'processing', results, progress: 50 });
  expect(describeStatus(batch)).toEqual({ label: '1/4 completed', value: 0.5 });
});

test('falls back to done of total [T4.1.5]', () => {
  expect(describeStatus(createBatch({ status: 'processing', results })).value).toBe(0.25);
});

const made = results.map(({ index }) => createResult(index, 'completed'));
const failed = results.map(({ index }) => createResult(index, 'failed'));
const CANCELLED_AT = '2026-11-21T12:00:00.000Z';

test('describes a completed batch [T4.1.6]', () => {
  expect(describeStatus(createBatch({ status: 'completed', results: made }))).toEqual({
    label: '4/4 completed',
  });
});

test('describes a partly done batch [D-one-studio.12]', () => {
  expect(describeStatus(createBatch({ status: 'completed', results }))).toEqual({ label: '1/4 completed' });
});

test('distinguishes a failed batch from a cancelled one [T4.1.7, D-one-studio.12]', () => {
  const batch = createBatch({ status: 'failed', results: failed });
  expect(describeStatus(batch)).toEqual({ label: 'Failed' });
  expect(describeStatus({ ...batch, cancelledAt: CANCELLED_AT })).toEqual({ label: '0/4 completed' });
});
