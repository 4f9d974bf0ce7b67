import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { STOCK_CATEGORIES } from '../stock-categories.ts';
import { CSV_AGENCIES, type CsvAgencyId } from './agencies.ts';
import { makeAgencyCsv, makeAgencyCsvName, writeAgencyCsv } from './agency-csv.ts';
import { MAGNIFIC } from './profiles/magnific.ts';
import { createResult } from './testing/create-result.ts';

const results = [
  createResult({ seo_image_title: 'Fox on a path through the snowy forest', category: 11 }),
  createResult({ index: 1, status: 'cancelled', extension: null }),
  createResult({ index: 2, seo_image_title: '=Fox', keywords: ['a', 'b'], category: null, extension: 'png' }),
];

test('writes Adobe Stock’s columns with short names and category ids', () => {
  expect(parse(makeAgencyCsv(results, CSV_AGENCIES['adobe-stock'], 'short'), { bom: true })).toEqual([
    ['Filename', 'Title', 'Keywords', 'Category', 'Releases'],
    [
      'fox-on-a-path-through-the.jpg',
      'Fox on a path through the snowy forest',
      'red fox, snow, winter, animal, wildlife, forest, cold',
      '11',
      '',
    ],
    ['fox.png', "'=Fox", 'a, b', '', ''],
  ]);
});

test('writes Shutterstock’s columns with the title as description', () => {
  expect(parse(makeAgencyCsv(results, CSV_AGENCIES.shutterstock, 'seo'), { bom: true })).toEqual([
    ['Filename', 'Description', 'Keywords', 'Categories', 'Editorial', 'Mature content', 'illustration'],
    [
      'fox-on-a-path-through-the-snowy-forest.jpg',
      'Fox on a path through the snowy forest',
      'red fox, snow, winter, animal, wildlife, forest, cold',
      'Nature,Parks/Outdoor',
      'no',
      'no',
      'no',
    ],
    ['fox.png', "'=Fox", 'a, b', '', 'no', 'no', 'no'],
  ]);
  expect(Math.max(...STOCK_CATEGORIES.map(({ shutterstock }) => shutterstock.length))).toBeLessThanOrEqual(2);
});

describe('limits keywords to what the agency accepts', () => {
  test.each<[CsvAgencyId, number]>([
    ['adobe-stock', 49],
    ['shutterstock', 50],
  ])('%s: %i', (agency, count) => {
    const keywords = Array.from({ length: 50 }, (_, index) => `word${index}`);
    const csv = makeAgencyCsv([createResult({ keywords })], CSV_AGENCIES[agency], 'short');
    expect(parse(csv, { bom: true, columns: true })).toMatchObject([
      { Keywords: keywords.slice(0, count).join(', ') },
    ]);
  });
});

test('writes Magnific’s CSV with semicolons, and its label for AI in the last place', () => {
  const keywords = Array.from({ length: 50 }, (_, index) => `word${index}`);
  const [plain, labeled] = [createResult(), createResult({ index: 1, keywords, isMadeByAi: true })];
  expect(makeAgencyCsv([plain, labeled], MAGNIFIC, 'seo').split('\r\n')).toEqual([
    'File name;Title;Keywords;Prompt;Model',
    'red-fox-number-1-in-the-snow.jpg;Red fox number 1 in the snow;"red fox,snow,winter,animal,wildlife,forest,cold";;',
    `red-fox-number-2-in-the-snow.jpg;Red fox number 2 in the snow;"${keywords.slice(0, 49).join(',')},_ai_generated";;`,
    '',
  ]);
});

test('writes what AI was asked for into Magnific’s CSV, on one line', () => {
  const row = { ...createResult(), fileName: 'fox.jpg', isMadeByAi: true };
  const csv = writeAgencyCsv(
    [{ ...row, prompt: 'A red fox;\nin the snow', model: 'Google imagen4' }],
    MAGNIFIC,
  );
  expect(parse(csv ?? '', { delimiter: ';', columns: true })).toMatchObject([
    { 'File name': 'fox.jpg', Prompt: 'A red fox; in the snow', Model: 'Google imagen4' },
  ]);
});

test('names the file after the agency, without spaces', () => {
  expect([
    makeAgencyCsvName('Red fox', CSV_AGENCIES['adobe-stock']),
    makeAgencyCsvName('Red fox', CSV_AGENCIES.shutterstock),
  ]).toEqual(['Red_fox_adobe_stock.csv', 'Red_fox_shutterstock.csv']);
});

test('leaves out what the agency does not take', () => {
  const mixed = [createResult({ isMadeByAi: true }), createResult({ index: 1 })];
  const countRows = (agency: CsvAgencyId) =>
    parse(makeAgencyCsv(mixed, CSV_AGENCIES[agency], 'seo'), { bom: true }).length - 1;
  expect([countRows('adobe-stock'), countRows('shutterstock')]).toEqual([2, 1]);
});
