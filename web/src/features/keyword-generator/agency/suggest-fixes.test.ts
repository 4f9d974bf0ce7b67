import { CSV_AGENCIES } from '@portal/contracts/agencies/agencies';
import { expect, test } from 'vitest';
import { findRejections } from '@portal/contracts/agencies/find-rejections';
import { createResult } from '@portal/contracts/agencies/testing/create-result';
import { createBatch } from '../testing/create-batch.ts';
import { suggestFixes } from './suggest-fixes.ts';

test('suggests texts only for images that they would fix', () => {
  const batch = createBatch({
    results: [
      createResult({ seo_image_title: 'Fox, in the snow' }),
      createResult({ index: 1 }),
      createResult({ index: 2, category: null }),
    ],
  });
  const rejections = findRejections(batch, CSV_AGENCIES['adobe-stock'], 'short');
  expect(rejections.map(({ index }) => index)).toEqual([0, 2]);
  const fixes = suggestFixes(batch, rejections, CSV_AGENCIES['adobe-stock']);
  expect(fixes.map(({ index, texts }) => [index, texts.seo_image_title])).toEqual([[0, 'Fox in the snow']]);
});
