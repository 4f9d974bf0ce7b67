import { KeywordBatchSchema } from '@portal/contracts/keyword-generator';
import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from './form/kept-options.ts';
import { isPlaceholder, makePlaceholder } from './placeholder.ts';

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
