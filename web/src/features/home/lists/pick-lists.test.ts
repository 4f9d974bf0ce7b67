import { expect, test } from 'vitest';
import { createLibraryBatch, createLibraryPicture } from '../../../testing/create-library-batch.ts';
import { findExpiring, findLatest, findRunning } from './pick-lists.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const at = (hour: number) => new Date(NOW + hour * 60 * 60 * 1000).toISOString();
const pictures = (count: number) =>
  Array.from({ length: count }, (_, index) => createLibraryPicture({ index }));
const idsOf = (batches: readonly { id: string }[]) => batches.map(({ id }) => id);

test('finds batches that are queued or in progress, without those of jobs', () => {
  const batches = (['pending', 'queued', 'processing', 'completed', 'failed'] as const).map((status) =>
    createLibraryBatch({ id: status, status }),
  );
  expect(idsOf(findRunning(batches, []))).toEqual(['pending', 'queued', 'processing']);
  const jobs = [{ batches: [{ batchId: 'queued' }] }];
  expect(idsOf(findRunning(batches, jobs))).toEqual(['pending', 'processing']);
});

test('finds the twelve latest pictures that were not deleted', () => {
  const found = findLatest([
    createLibraryBatch({ id: 'newest', pictures: pictures(3) }),
    createLibraryBatch({ id: 'deleted', pictures: pictures(5), filesDeleted: true }),
    createLibraryBatch({ id: 'oldest', pictures: pictures(40) }),
  ]);
  expect(found.map(({ batch, picture }) => `${batch.id} ${picture.index}`)).toEqual([
    ...[0, 1, 2].map((index) => `newest ${index}`),
    ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map((index) => `oldest ${index}`),
  ]);
});

test('finds batches with pictures that expire within 12 hours, soonest first', () => {
  const create = (id: string, hours: number, overrides = {}) =>
    createLibraryBatch({ id, expiresAt: at(hours), pictures: pictures(1), ...overrides });
  const found = findExpiring(
    [
      create('later', 12.1),
      create('at the limit', 12),
      create('soon', 1),
      create('expired', 0),
      create('without pictures', 2, { pictures: [] }),
      create('deleted', 2, { filesDeleted: true }),
    ],
    NOW,
  );
  expect(idsOf(found)).toEqual(['soon', 'at the limit']);
});
