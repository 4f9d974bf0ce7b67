import { nameKeywordFiles } from '@portal/contracts/keyword-file-names';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { makePlainCsv, makePlainCsvName } from './plain-csv.ts';
import { createResult } from '@portal/contracts/agencies/testing/create-result';

const read = (csv: string): unknown => parse(csv, { bom: true, columns: true });

test('has the columns Filename, Title, Description, Keywords [T9.0.18]', () => {
  expect(makePlainCsv([])).toBe('\ufeffFilename,Title,Description,Keywords\r\n');
});

test('lists finished images under their names in the ZIP [T1.11, D-media.9]', () => {
  const results = [
    createResult({ seo_image_title: 'Fox, "red"', keywords: ['fox', 'snow'] }),
    createResult({ index: 1, status: 'failed', extension: null }),
    createResult({ index: 2, seo_image_title: 'Fox red', seo_description: '=1+1', keywords: ['-x'] }),
  ];
  expect(read(makePlainCsv(results))).toEqual([
    {
      Filename: 'fox-red.jpg',
      Title: 'Fox, "red"',
      Description: 'A red fox looks for mice in deep snow.',
      Keywords: 'fox, snow',
    },
    { Filename: 'fox-red-2.jpg', Title: 'Fox red', Description: "'=1+1", Keywords: "'-x" },
  ]);
});

test.each(['seo', 'short'] as const)('uses the %s file names of the ZIP [D-media.9]', (naming) => {
  const results = Array.from({ length: 100 }, (_, index) =>
    createResult({ index, seo_image_title: 'Große Übersicht eines Wintertages im Wald', extension: 'png' }),
  );
  const names = parse(makePlainCsv(results, naming), { bom: true, from_line: 2 }).map(([name]) => name);
  expect(names).toEqual([...nameKeywordFiles(results, naming).values()]);
  expect(new Set(names).size).toBe(100);
});

test('uses the file names of the uploads [D-one-studio.14]', () => {
  const results = [
    createResult(),
    createResult({ index: 1, status: 'failed', extension: null }),
    // People may upload two files of the same name, from different folders.
    createResult({ index: 2, fileName: 'photo-1.jpg' }),
  ];
  expect(read(makePlainCsv(results, 'original'))).toMatchObject([
    { Filename: 'photo-1.jpg', Title: 'Red fox number 1 in the snow' },
    { Filename: 'photo-1.jpg', Title: 'Red fox number 3 in the snow' },
  ]);
});

test('keeps the first 50 keywords [T9.0.18, D-media.12]', () => {
  const keywords = Array.from({ length: 80 }, (_, index) => `word${index}`);
  expect(read(makePlainCsv([createResult({ keywords })]))).toMatchObject([
    { Keywords: keywords.slice(0, 50).join(', ') },
  ]);
});

test('names the file like the ZIP', () => {
  expect(makePlainCsvName('Red fox, 11/21', 'seo')).toBe('Red_fox__11_21_keywords.csv');
  expect(makePlainCsvName('Red fox', 'original')).toBe('Red_fox_keywords_original_names.csv');
});
