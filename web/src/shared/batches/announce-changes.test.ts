import { expect, test } from 'vitest';
import { announceNews, type BatchNews } from './announce-changes.ts';

const createNews = (overrides: Partial<BatchNews> = {}): BatchNews => ({
  id: '1',
  name: 'Red fox',
  status: 'processing',
  cancelledAt: null,
  done: 1,
  total: 8,
  ...overrides,
});
const before = [createNews()];

test.each([
  ['a batch that was started', [], [createNews({ status: 'pending' })], 'Red fox: Queued - 8 images.'],
  ['nothing that had ended before', [], [createNews({ status: 'completed' })], ''],
  ['every quarter', before, [createNews({ done: 2 })], 'Red fox: 2/8 completed.'],
  ['not every image', [createNews({ done: 2 })], [createNews({ done: 3 })], ''],
  ['the end', before, [createNews({ status: 'completed', done: 8 })], 'Red fox: 8/8 completed, done.'],
  ['a part', before, [createNews({ status: 'completed', done: 7 })], 'Red fox: 7/8 completed, partly done.'],
  [
    'a cancelled batch',
    before,
    [createNews({ status: 'failed', cancelledAt: '2026-11-21T12:00:00.000Z', done: 0 })],
    'Red fox: 0/8 completed, cancelled.',
  ],
  ['a failure', before, [createNews({ status: 'failed', done: 0 })], 'Red fox: 0/8 completed, failed.'],
  ['not what is gone', before, [], ''],
])('announces %s [D-one-studio.12]', (_name, seen, next, text) => {
  expect(announceNews(seen, next)).toBe(text);
});

test('several at once are told together', () => {
  const after = [createNews({ done: 4 }), createNews({ id: '2', name: 'Birds', status: 'pending' })];
  expect(announceNews(before, after)).toBe('Red fox: 4/8 completed. Birds: Queued - 8 images.');
});
