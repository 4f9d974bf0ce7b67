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

test('[T2.2.10] each picture of the gallery has its sizes before and after, and what it was made from', () => {
  const results = [createResult(0), createResult(1, { originalUrl: '/api/upscale/batches/b/originals/1' })];
  expect(listPictures({ scale: 4, results }, [image])).toEqual([
    {
      ...image,
      note: '1200 × 801 → 4800 × 3202',
      original: {
        webUrl: '/api/upscale/batches/b/originals/1',
        thumbnailUrl: '/api/upscale/batches/b/originals/1/thumbnail',
      },
    },
  ]);
});

test('one that the list does not know of yet is shown without', () => {
  expect(listPictures({ scale: 2, results: [] }, [image])[0]?.original).toBeUndefined();
});
