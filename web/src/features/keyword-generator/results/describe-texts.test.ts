import { expect, test } from 'vitest';
import { createResult } from '@portal/contracts/agencies/testing/create-result';
import { describeTexts, matchesSearch } from './describe-texts.ts';

const result = createResult({ seo_image_title: 'Red Fox', keywords: ['snow', 'cold winter'] });

test('joins title, description and keywords', () => {
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
])('matches the search %j: %s', (search, expected) => {
  expect(matchesSearch(result, search)).toBe(expected);
});
