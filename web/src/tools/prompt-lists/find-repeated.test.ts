import { expect, test } from 'vitest';
import { findRepeated } from './find-repeated.ts';

test('finds prompts that are paid for again', () => {
  const prompts = ['fox', 'owl', 'fox', 'fox', 'owl'].map((prompt) => ({ prompt }));
  expect(findRepeated(prompts)).toEqual({ count: 3, first: 2 });
});

test('another seed or negative prompt makes another picture', () => {
  const prompts = [
    { prompt: 'fox', seed: 1 },
    { prompt: 'fox', seed: 2 },
    { prompt: 'fox', negativePrompt: 'snow' },
    { prompt: 'fox' },
  ];
  expect(findRepeated(prompts).count).toBe(0);
});
