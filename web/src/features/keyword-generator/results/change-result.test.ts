import { expect, test } from 'vitest';
import { createResult } from '../exports/testing/create-result.ts';
import { createBatch } from '../testing/create-batch.ts';
import { areSameTexts, readTexts, replacingResult } from './change-result.ts';
import { findProblems } from './validate-texts.ts';

test('a change is of one picture of one batch; the others stay as they are', () => {
  const [fox, owl] = [createResult(), createResult({ index: 1 })];
  const batches = [createBatch({ id: 'one', results: [fox, owl] }), createBatch({ id: 'other' })];
  const changed = replacingResult('one', 1, { seo_image_title: 'Owl', edited: true })(batches);
  expect(changed[0]?.results).toEqual([fox, { ...owl, seo_image_title: 'Owl', edited: true }]);
  expect(changed[1]).toBe(batches[1]);
});

test('texts are the same whatever else is known of the picture, and whose order is another are not', () => {
  const result = createResult();
  expect(areSameTexts(readTexts(result), createResult({ edited: true }))).toBe(true);
  expect(areSameTexts(result, { ...result, keywords: result.keywords.toReversed() })).toBe(false);
});

test('what the contract says against texts is told by field, the first of each', () => {
  expect(findProblems(readTexts(createResult()))).toEqual({});
  expect(
    findProblems({ seo_image_title: ' ', seo_description: 'x'.repeat(501), keywords: [], category: null }),
  ).toEqual({
    seo_image_title: 'The title is empty.',
    seo_description: 'A description has at most 500 characters.',
    keywords: 'There are no keywords.',
  });
});
