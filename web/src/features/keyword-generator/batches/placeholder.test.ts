import { KeywordBatchSchema } from '@portal/contracts/keyword-generator';
import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '../form/saved-options.ts';
import { isPlaceholder, makePlaceholder, makePlaceholderChange } from './placeholder.ts';
import { createBatch } from '../testing/create-batch.ts';

const made = makePlaceholder(
  ['fox.jpg', 'owl.png'],
  { ...DEFAULT_OPTIONS, language: 'German' },
  new Date('2026-11-21T12:00:00.000Z'),
);

test('[T4.5.1] a placeholder is a batch that is processing, with nothing done', () => {
  expect(KeywordBatchSchema.parse(made)).toEqual(made);
  expect(made).toMatchObject({
    status: 'processing',
    progress: 0,
    completedCount: 0,
    language: 'German',
    images: ['fox.jpg', 'owl.png'],
    expiresAt: '2026-11-24T12:00:00.000Z',
  });
});

test("it is told from the server's own", () => {
  expect(isPlaceholder(made)).toBe(true);
  expect(isPlaceholder({ id: 'batch-1' })).toBe(false);
});

const earlier = createBatch({ id: 'earlier' });

test('[T4.5.1] it is the first of the list at once, and becomes the batch that the server has made', async () => {
  const { apply, send } = makePlaceholderChange(made, Promise.resolve('batch-1'));
  expect(apply([earlier])).toEqual([made, earlier]);
  await send();
  const after = apply([earlier]);
  expect(after).toEqual([{ ...made, id: 'batch-1' }, earlier]);
  expect(apply(after)).toBe(after);
});

test.each([
  ['fails', async () => Promise.reject(new Error('no')), 'no'],
  ['is cancelled', async () => undefined, 'The upload was cancelled.'],
])('[T4.5.1] an upload that %s takes it away again: the change is refused', async (_name, start, reason) => {
  await expect(makePlaceholderChange(made, start()).send()).rejects.toThrow(reason);
});
