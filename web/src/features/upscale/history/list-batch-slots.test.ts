import { expect, test } from 'vitest';
import { createBatch, createResult } from '../testing/create-batch.ts';
import { listBatchSlots } from './list-batch-slots.ts';

test('pictures take their places as they are made; one that failed says which file it was, and why', () => {
  const nothing = { success: false, enhancedUrl: null, thumbnailUrl: null };
  const batch = createBatch({
    totalImages: 5,
    processedImages: 1,
    runningItems: [3],
    results: [createResult(1, nothing), createResult(2)],
    failures: [
      { index: 1, state: 'failed', reason: 'This is no picture.', attempts: 1 },
      { index: 4, state: 'failed', reason: 'It is cut off.', attempts: 1 },
    ],
  });
  expect(listBatchSlots(batch)).toEqual([
    { index: 0, state: 'queued' },
    { index: 1, state: 'failed', reason: 'photo-1.png: This is no picture.' },
    { index: 2, state: 'made', address: '/api/upscale/batches/batch-1/images/2' },
    { index: 3, state: 'running' },
    { index: 4, state: 'failed', reason: 'Image 5: It is cut off.' },
  ]);
});
