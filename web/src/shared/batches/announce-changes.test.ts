import { expect, test } from 'vitest';
import { announceChanges, type BatchSummary } from './announce-changes.ts';

const createSummary = (overrides: Partial<BatchSummary> = {}): BatchSummary => ({
  id: '1',
  name: 'Red fox',
  status: 'processing',
  cancelledAt: null,
  done: 1,
  total: 8,
  ...overrides,
});
const before = [createSummary()];

test.each([
  ['a started batch', [], [createSummary({ status: 'pending' })], 'Red fox: Queued - 8 images.'],
  ['no batch that had already ended', [], [createSummary({ status: 'completed' })], ''],
  ['every quarter of the progress', before, [createSummary({ done: 2 })], 'Red fox: 2/8 completed.'],
  ['no single image', [createSummary({ done: 2 })], [createSummary({ done: 3 })], ''],
  [
    'a completed batch',
    before,
    [createSummary({ status: 'completed', done: 8 })],
    'Red fox: 8/8 completed, done.',
  ],
  [
    'a partly done batch',
    before,
    [createSummary({ status: 'completed', done: 7 })],
    'Red fox: 7/8 completed, partly done.',
  ],
  [
    'a cancelled batch',
    before,
    [createSummary({ status: 'failed', cancelledAt: '2026-11-21T12:00:00.000Z', done: 0 })],
    'Red fox: 0/8 completed, cancelled.',
  ],
  [
    'a failed batch',
    before,
    [createSummary({ status: 'failed', done: 0 })],
    'Red fox: 0/8 completed, failed.',
  ],
  ['no deleted batch', before, [], ''],
])('announces %s [D-one-studio.12]', (_name, seen, next, text) => {
  expect(announceChanges(seen, next)).toBe(text);
});

test('announces several changes together', () => {
  const after = [createSummary({ done: 4 }), createSummary({ id: '2', name: 'Birds', status: 'pending' })];
  expect(announceChanges(before, after)).toBe('Red fox: 4/8 completed. Birds: Queued - 8 images.');
});
