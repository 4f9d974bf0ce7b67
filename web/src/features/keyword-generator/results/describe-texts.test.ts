import { expect, test } from 'vitest';
import { createResult } from '../exports/testing/create-result.ts';
import { describeTexts, isFound } from './describe-texts.ts';

const result = createResult({ seo_image_title: 'Red Fox', keywords: ['snow', 'cold winter'] });

test('the clipboard gets title, description and keywords', () => {
  expect(describeTexts(result)).toBe(
    'Red Fox\n\nA red fox looks for mice in deep snow.\n\nsnow, cold winter',
  );
});

test.each([
  ['', true],
  ['fox', true],
  ['WINTER fox', true],
  ['mice', true],
  ['photo-1', true],
  ['fox owl', false],
])('%j finds it: %s', (search, isIt) => {
  expect(isFound(result, search)).toBe(isIt);
});
