import { expect, test } from 'vitest';
import { labelPrompt } from './label-prompt.ts';

test.each([
  ['A red fox in a snowy forest', 'A red fox'],
  ['Fox', 'Fox'],
  ['  two\n words ', 'two words'],
  ['Sunset, wide, golden', 'Sunset, wide, golden'],
])('labels %j by its first 3 words: %j [T2.1.24]', (prompt, label) => {
  expect(labelPrompt(prompt)).toBe(label);
});

test.each([
  ['Red fox, no text', 'Red fox'],
  ['Red fox. No text, no watermark.', 'Red fox'],
  ['Red fox with no background', 'Red fox'],
  ['Beach without people', 'Beach'],
  ['Beach --no people, boats', 'Beach'],
  ['A city excluding cars', 'A city'],
  ['Fruit (except apples)', 'Fruit'],
  ['Fruit - avoid apples', 'Fruit'],
])('drops the exclusion from %j: %j [T2.1.24]', (prompt, label) => {
  expect(labelPrompt(prompt)).toBe(label);
});

test.each([
  ['No smoking sign', 'No smoking sign'],
  ['Without a doubt', 'Without a doubt'],
  ['Snow without tracks. Oil on canvas', 'Snow without tracks'],
  ['Nobody home', 'Nobody home'],
])('keeps %j, which has no exclusion at its end: %j [T2.1.24]', (prompt, label) => {
  expect(labelPrompt(prompt)).toBe(label);
});

test('takes as many words as asked', () => {
  expect(labelPrompt('A red fox in the snow, without people', 5)).toBe('A red fox in the');
});
