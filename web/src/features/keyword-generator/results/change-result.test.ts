import { expect, test } from 'vitest';
import { createResult } from '@portal/contracts/agencies/testing/create-result';
import { createBatch } from '../testing/create-batch.ts';
import { areSameTexts, readTexts, updateResult } from './change-result.ts';
import { validateTexts } from './validate-texts.ts';

test('changes one image of one batch', () => {
  const [fox, owl] = [createResult(), createResult({ index: 1 })];
  const batches = [createBatch({ id: 'one', results: [fox, owl] }), createBatch({ id: 'other' })];
  const changed = updateResult('one', 1, { seo_image_title: 'Owl', edited: true })(batches);
  expect(changed[0]?.results).toEqual([fox, { ...owl, seo_image_title: 'Owl', edited: true }]);
  expect(changed[1]).toBe(batches[1]);
});

test('compares texts only, including keyword order', () => {
  const result = createResult();
  expect(areSameTexts(readTexts(result), createResult({ edited: true }))).toBe(true);
  expect(areSameTexts(result, { ...result, keywords: result.keywords.toReversed() })).toBe(false);
});

test('reports the first error of each field', () => {
  expect(validateTexts(readTexts(createResult()))).toEqual({});
  expect(
    validateTexts({ seo_image_title: ' ', seo_description: 'x'.repeat(501), keywords: [], category: null }),
  ).toEqual({
    seo_image_title: 'The title is empty.',
    seo_description: 'A description can have at most 500 characters.',
    keywords: 'Add at least one keyword.',
  });
});
