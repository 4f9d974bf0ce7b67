import { expect, test } from 'vitest';
import { describeDeleted } from './describe-cleanup.ts';
import { createCleanupStats } from './testing/create-storage.ts';

const NO_EXTRAS = { batches: 0, uploads: 0, documents: 0 };

test('counts what was deleted by kind', () => {
  const stats = createCleanupStats({ deletedImages: 1204, deletedVideos: 1, deletedRaw: 3 });
  expect(describeDeleted(stats, NO_EXTRAS)).toBe('1,204 images, 1 video, and 3 raw files');
});

test('includes batches, uploads and documents of a nightly cleanup', () => {
  const stats = createCleanupStats({ deletedImages: 1 });
  expect(describeDeleted(stats, { batches: 1, uploads: 2, documents: 30 })).toBe(
    '1 image, 1 batch, 2 uploads, and 30 documents',
  );
});

test('describes a cleanup that deleted nothing', () => {
  expect(describeDeleted(createCleanupStats(), NO_EXTRAS)).toBe('Nothing');
});
