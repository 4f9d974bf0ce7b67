import { describe, expect, test } from 'vitest';
import type { KeywordTexts } from '../keyword-generator.ts';
import { CSV_AGENCIES, type CsvAgencyId } from './agencies.ts';
import { fixTexts } from './fix-texts.ts';
import { createResult } from './testing/create-result.ts';

const fix = (texts: Partial<KeywordTexts>, agency: CsvAgencyId): KeywordTexts =>
  fixTexts(createResult(texts), CSV_AGENCIES[agency], 'English');

describe('titles', () => {
  test.each<[string, CsvAgencyId, string]>([
    ['Red fox in the snow', 'adobe-stock', 'Red fox in the snow'],
    ['Fox, owl, and 1,000 mice', 'adobe-stock', 'Fox owl and 1000 mice'],
    ['Fox & owl – “friends” (2)', 'adobe-stock', 'Fox and owl - friends 2'],
    ['Café in Łódź', 'adobe-stock', 'Café in Łódź'],
    ['Café in Łódź, “closed”', 'shutterstock', 'Cafe in Lodz, closed'],
    ['🦊', 'adobe-stock', '🦊'],
    [
      'A red fox looks for mice in the deep and silent snow of the forest and the hills',
      'adobe-stock',
      'A red fox looks for mice in the deep and silent snow of the forest',
    ],
    ['x'.repeat(90), 'adobe-stock', 'x'.repeat(70)],
  ])('fixes the title %j for %s to %j', (title, agency, expected) => {
    expect(fix({ seo_image_title: title }, agency).seo_image_title).toBe(expected);
  });
});

test('cleans, deduplicates and limits keywords in order', () => {
  const words = Array.from({ length: 60 }, (_, index) => `word${index}`);
  expect(
    fix({ keywords: ['fox, red', 'fox red', '#snow', 'x'.repeat(51), '🦊', ...words] }, 'adobe-stock'),
  ).toEqual({
    seo_image_title: 'Red fox number 1 in the snow',
    seo_description: 'A red fox looks for mice in deep snow.',
    keywords: ['fox red', 'snow', ...words.slice(0, 48)],
    category: 1,
  });
});

test('keeps keywords if none would be left', () => {
  expect(fix({ keywords: ['🦊'] }, 'adobe-stock').keywords).toEqual(['🦊']);
});
