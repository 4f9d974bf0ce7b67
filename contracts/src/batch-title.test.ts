import { expect, test } from 'vitest';
import { nameByTime } from './batch-name.ts';
import { describeBatchTitle, titleBatch } from './batch-title.ts';

const date = nameByTime('UTC', new Date('2026-11-27T18:52:00Z'));
const prompt = 'A red fox in the snow, without people';

test('puts the first words of the prompt above the date', () => {
  expect(titleBatch({ name: date, prompt })).toEqual({ title: 'A red fox', date });
});

test('shows the date of a retry with the mark', () => {
  expect(titleBatch({ name: `${date} (retry)`, prompt })).toEqual({
    title: 'A red fox',
    date: `${date} (retry)`,
  });
});

test.each([
  ['a name that was given', { name: 'Winter', prompt }],
  ['a name that only starts as a date', { name: `${date} 2`, prompt }],
  ['a date without a prompt', { name: date, prompt: null }],
  ['a date with a prompt of no words', { name: date, prompt: '...' }],
])('keeps %s', (_, batch) => {
  expect(titleBatch(batch)).toEqual({ title: batch.name });
});

test('tells batches with the same prompt apart in one line', () => {
  expect(describeBatchTitle({ name: date, prompt })).toBe(`A red fox, ${date}`);
  expect(describeBatchTitle({ name: 'Winter', prompt })).toBe('Winter');
});
