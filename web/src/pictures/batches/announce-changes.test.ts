import { expect, test } from 'vitest';
import { announceChanges, type AnnouncedBatch } from './announce-changes.ts';

const createBatch = (overrides: Partial<AnnouncedBatch> = {}): AnnouncedBatch => ({
  id: '1',
  title: 'Red fox',
  status: 'processing',
  cancelledAt: null,
  done: 1,
  total: 8,
  ...overrides,
});
const before = [createBatch()];

test.each([
  ['a started batch', [], [createBatch({ status: 'pending' })], 'Red fox: Queued - 8 images.'],
  ['no batch that had already ended', [], [createBatch({ status: 'completed' })], ''],
  ['every quarter of the progress', before, [createBatch({ done: 2 })], 'Red fox: 2/8 completed.'],
  ['no single image', [createBatch({ done: 2 })], [createBatch({ done: 3 })], ''],
  [
    'a completed batch',
    before,
    [createBatch({ status: 'completed', done: 8 })],
    'Red fox: 8/8 completed, done.',
  ],
  [
    'a partly done batch',
    before,
    [createBatch({ status: 'completed', done: 7 })],
    'Red fox: 7/8 completed, partly done.',
  ],
  [
    'a cancelled batch',
    before,
    [createBatch({ status: 'failed', cancelledAt: '2026-11-21T12:00:00.000Z', done: 0 })],
    'Red fox: 0/8 completed, cancelled.',
  ],
  ['a failed batch', before, [createBatch({ status: 'failed', done: 0 })], 'Red fox: 0/8 completed, failed.'],
  ['no deleted batch', before, [], ''],
])('announces %s [D-one-studio.12]', (_name, seen, next, text) => {
  expect(announceChanges(seen, next)).toBe(text);
});

test('announces several changes together', () => {
  const after = [createBatch({ done: 4 }), createBatch({ id: '2', title: 'Birds', status: 'pending' })];
  expect(announceChanges(before, after)).toBe('Red fox: 4/8 completed. Birds: Queued - 8 images.');
});
