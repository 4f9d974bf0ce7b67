import { KeywordBatchSchema } from '@portal/contracts/keyword-generator';
import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '../../../tools/keywords/saved-options.ts';
import { isPlaceholder, makePlaceholder, makePlaceholderChange } from './placeholder.ts';
import { createBatch } from '../testing/create-batch.ts';

const placeholder = makePlaceholder(
  ['fox.jpg', 'owl.png'],
  { ...DEFAULT_OPTIONS, language: 'German' },
  new Date('2026-11-21T12:00:00.000Z'),
);

test('makes a processing batch with nothing done [T4.5.1]', () => {
  expect(KeywordBatchSchema.parse(placeholder)).toEqual(placeholder);
  expect(placeholder).toMatchObject({
    status: 'processing',
    progress: 0,
    completedCount: 0,
    language: 'German',
    images: ['fox.jpg', 'owl.png'],
    expiresAt: '2026-11-24T12:00:00.000Z',
  });
});

test('recognizes a placeholder by its id', () => {
  expect(isPlaceholder(placeholder)).toBe(true);
  expect(isPlaceholder({ id: 'batch-1' })).toBe(false);
});

const earlier = createBatch({ id: 'earlier' });

test('comes first in the list and becomes the server’s batch [T4.5.1]', async () => {
  const { apply, send } = makePlaceholderChange(placeholder, Promise.resolve('batch-1'));
  expect(apply([earlier])).toEqual([placeholder, earlier]);
  await send();
  const after = apply([earlier]);
  expect(after).toEqual([{ ...placeholder, id: 'batch-1' }, earlier]);
  expect(apply(after)).toBe(after);
});

test.each([
  ['fails', async () => Promise.reject(new Error('no')), 'no'],
  ['is cancelled', async () => undefined, 'The upload was cancelled.'],
])('goes away when the upload %s [T4.5.1]', async (_name, start, reason) => {
  await expect(makePlaceholderChange(placeholder, start()).send()).rejects.toThrow(reason);
});
