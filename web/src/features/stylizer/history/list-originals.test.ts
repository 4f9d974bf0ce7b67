import { expect, test } from 'vitest';
import { createBatch, createResult } from '../testing/create-batch.ts';
import { findFirstStyled, listOriginals } from './list-originals.ts';

const batch = createBatch({
  status: 'completed',
  results: [createResult(0, 'failed'), createResult(1, 'completed'), createResult(2, 'cancelled')],
});

test('lists all originals that were processed', () => {
  expect(listOriginals(batch)).toEqual([
    {
      index: 0,
      fileName: 'photo-1.jpg',
      webUrl: '/api/stylizer/batches/batch-1/originals/0',
      thumbnailUrl: '/api/stylizer/batches/batch-1/originals/0/thumbnail',
      width: 0,
      height: 0,
    },
    expect.objectContaining({ index: 1 }),
  ]);
});

test('leaves out originals that cannot be read', () => {
  const failures = [
    { index: 0, state: 'failed', reason: 'Not an image.', attempts: 1, permanent: 'unreadable' },
  ] as const;
  expect(listOriginals({ ...batch, failures: [...failures] }).map(({ index }) => index)).toEqual([1]);
});

test('finds the first styled image', () => {
  expect(findFirstStyled(batch)).toBe(1);
  expect(findFirstStyled(createBatch())).toBeUndefined();
});
