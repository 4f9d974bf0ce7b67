import { expect, test } from 'vitest';
import { createBatch, createResult } from '../testing/create-batch.ts';
import { listBatchSlots } from './list-batch-slots.ts';

test('fills slots as images finish and names failed files with the reason', () => {
  const nothing = { success: false, enhancedUrl: null, thumbnailUrl: null };
  const batch = createBatch({
    totalImages: 5,
    processedImages: 1,
    runningItems: [3],
    results: [createResult(1, nothing), createResult(2)],
    failures: [
      { index: 1, state: 'failed', reason: 'Not an image.', attempts: 1 },
      { index: 4, state: 'failed', reason: 'Truncated.', attempts: 1 },
    ],
  });
  expect(listBatchSlots(batch)).toEqual([
    { index: 0, state: 'queued' },
    { index: 1, state: 'failed', reason: 'photo-1.png: Not an image.' },
    { index: 2, state: 'made', url: '/api/upscale/batches/batch-1/images/2' },
    { index: 3, state: 'running' },
    { index: 4, state: 'failed', reason: 'Image 5: Truncated.' },
  ]);
});
