import { expect, test } from 'vitest';
import { createResult } from '../testing/create-batch.ts';
import { listPictures } from './list-pictures.ts';

const image = {
  index: 1,
  fileName: 'fox.png',
  webUrl: '/api/upscale/batches/b/images/1',
  thumbnailUrl: '/api/upscale/batches/b/images/1/thumbnail',
  width: 4800,
  height: 3202,
  bytes: 9,
};

test('lists each image with its original and dimensions [T2.2.10]', () => {
  const results = [createResult(0), createResult(1, { originalUrl: '/api/upscale/batches/b/originals/1' })];
  expect(listPictures({ scale: 4, results }, [image])).toEqual([
    {
      ...image,
      note: '1200 × 801 to 4800 × 3202',
      original: {
        webUrl: '/api/upscale/batches/b/originals/1',
        thumbnailUrl: '/api/upscale/batches/b/originals/1/thumbnail',
      },
    },
  ]);
});

test('omits the original if the list does not have it yet', () => {
  expect(listPictures({ scale: 2, results: [] }, [image])[0]?.original).toBeUndefined();
});
