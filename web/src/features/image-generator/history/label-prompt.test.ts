import { expect, test } from 'vitest';
import { labelPrompt } from './label-prompt.ts';
import { MODEL_LABELS, PROVIDER_NAMES } from '../batches/labels.ts';

test.each([
  ['A red fox in a snowy forest', 'A red fox'],
  ['Fox', 'Fox'],
  ['  two\n words ', 'two words'],
  ['Sunset, wide, golden', 'Sunset, wide, golden'],
])('[T2.1.24] of %j the label is the first 3 words: %j', (prompt, label) => {
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
])('[T2.1.24] of %j the exclusion at the end is left out: %j', (prompt, label) => {
  expect(labelPrompt(prompt)).toBe(label);
});

test.each([
  ['No smoking sign', 'No smoking sign'],
  ['Without a doubt', 'Without a doubt'],
  ['Snow without tracks. Oil on canvas', 'Snow without tracks'],
  ['Nobody knows', 'Nobody knows'],
])('[T2.1.24] %j excludes nothing at its end: %j', (prompt, label) => {
  expect(labelPrompt(prompt)).toBe(label);
});

test('[T2.1.25] the old model says that it is', () => {
  expect(MODEL_LABELS.gemini).toBe('Gemini (Deprecated)');
});

test('[T2.1.26] providers go by the names of their products', () => {
  expect(PROVIDER_NAMES).toEqual({
    openai: 'ChatGPT',
    google: 'Gemini',
    stability: 'Stable Diffusion',
    xai: 'Grok',
  });
});
