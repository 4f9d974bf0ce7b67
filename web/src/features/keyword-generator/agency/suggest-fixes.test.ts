import { expect, test } from 'vitest';
import { findRefusals } from '../exports/find-rejections.ts';
import { createResult } from '../exports/testing/create-result.ts';
import { createBatch } from '../testing/create-batch.ts';
import { proposeMends } from './suggest-fixes.ts';

test('other texts are proposed where they would help, and only there', () => {
  const batch = createBatch({
    results: [
      createResult({ seo_image_title: 'Fox, in the snow' }),
      createResult({ index: 1 }),
      createResult({ index: 2, category: null }),
    ],
  });
  const refusals = findRefusals(batch, 'adobe-stock', 'short');
  expect(refusals.map(({ index }) => index)).toEqual([0, 2]);
  const mends = proposeMends(batch, refusals, 'adobe-stock');
  expect(mends.map(({ index, texts }) => [index, texts.seo_image_title])).toEqual([[0, 'Fox in the snow']]);
});
