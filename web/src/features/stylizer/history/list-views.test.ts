import { expect, test } from 'vitest';
import { createBatch, createResult } from '../testing/create-batch.ts';
import { listViews } from './list-views.ts';

const batch = createBatch({
  status: 'completed',
  results: [createResult(0, 'failed'), createResult(1, 'completed'), createResult(2, 'cancelled')],
});

test('lists all originals that were processed', () => {
  expect(listViews(batch, 'original')).toEqual([
    {
      index: 0,
      name: 'photo-1.jpg',
      webUrl: '/api/stylizer/batches/batch-1/originals/0',
      thumbnailUrl: '/api/stylizer/batches/batch-1/originals/0/thumbnail',
      downloadName: 'photo-1.jpg',
      hasOtherSide: false,
    },
    expect.objectContaining({ index: 1, hasOtherSide: true }),
  ]);
});

test('leaves out originals that cannot be read', () => {
  const failures = [
    { index: 0, state: 'failed', reason: 'Not an image.', attempts: 1, permanent: 'unreadable' },
  ] as const;
  expect(listViews({ ...batch, failures: [...failures] }, 'original').map(({ index }) => index)).toEqual([1]);
});

test('lists styled images under the server’s file names', () => {
  expect(listViews(batch, 'styled', [{ index: 1, fileName: 'photo-1.png' }])).toEqual([
    {
      index: 1,
      name: 'photo-2.jpg',
      webUrl: '/api/stylizer/batches/batch-1/images/1',
      thumbnailUrl: '/api/stylizer/batches/batch-1/images/1/thumbnail',
      downloadName: 'photo-1.png',
      hasOtherSide: true,
    },
  ]);
});

test('has no download name until the server’s is known', () => {
  expect(listViews(batch, 'styled').map(({ downloadName }) => downloadName)).toEqual([undefined]);
});
