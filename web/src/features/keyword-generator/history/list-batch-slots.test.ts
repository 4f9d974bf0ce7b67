import { expect, test } from 'vitest';
import { createResult } from '@portal/contracts/agencies/testing/create-result';
import { createBatch } from '../testing/create-batch.ts';
import { listBatchSlots } from './list-batch-slots.ts';

const results = (['completed', 'processing', 'queued', 'failed', 'cancelled'] as const).map((status, index) =>
  createResult({ index, status }),
);
const failures = [{ index: 3, state: 'failed', reason: 'Unreadable.', attempts: 1 } as const];

test('fills slots as images finish and names failed files with the reason', () => {
  expect(listBatchSlots(createBatch({ results, failures }))).toEqual([
    { index: 0, state: 'made', url: '/api/keyword-generator/batches/batch-1/originals/0/thumbnail' },
    { index: 1, state: 'running' },
    { index: 2, state: 'queued' },
    { index: 3, state: 'failed', reason: 'photo-4.jpg: Unreadable.' },
    { index: 4, state: 'queued' },
  ]);
});

test('drops cancelled slots once the batch has ended', () => {
  const slots = listBatchSlots(createBatch({ status: 'completed', results, failures }));
  expect(slots.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
});
