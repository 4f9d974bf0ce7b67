import { expect, test } from 'vitest';
import { listGalleryPictures } from './list-gallery-pictures.ts';
import { createBatch, createResult } from '../testing/create-batch.ts';

test('lists each styled image with its original [T2.4.24]', () => {
  const batch = createBatch({ results: [createResult(0, 'failed'), createResult(1, 'completed')] });
  const image = {
    index: 1,
    fileName: 'photo-2.png',
    webUrl: '/api/stylizer/batches/batch-1/images/1',
    thumbnailUrl: '/api/stylizer/batches/batch-1/images/1/thumbnail',
    width: 1024,
    height: 1536,
    bytes: 1,
  };
  expect(listGalleryPictures(batch, [image])).toEqual([
    {
      ...image,
      note: '1024 × 1536',
      original: {
        webUrl: '/api/stylizer/batches/batch-1/originals/1',
        thumbnailUrl: '/api/stylizer/batches/batch-1/originals/1/thumbnail',
      },
    },
  ]);
});
