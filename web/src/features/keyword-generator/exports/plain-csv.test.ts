import { nameKeywordFiles } from '@portal/contracts/keyword-file-names';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { makePlainCsv, makePlainCsvName } from './plain-csv.ts';
import { createResult } from './testing/create-result.ts';

const read = (csv: string): unknown => parse(csv, { bom: true, columns: true });

test('[T9.0.18] the columns are Filename, Title, Description, Keywords', () => {
  expect(makePlainCsv([])).toBe('\ufeffFilename,Title,Description,Keywords\r\n');
});

test('[T1.11, D-media.9] each finished picture is one row, called as in the ZIP', () => {
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

test.each(['seo', 'short'] as const)('[D-media.9] the files have the %s names of the ZIP', (naming) => {
  const results = Array.from({ length: 100 }, (_, index) =>
    createResult({ index, seo_image_title: 'Große Übersicht eines Wintertages im Wald', extension: 'png' }),
  );
  const names = parse(makePlainCsv(results, naming), { bom: true, from_line: 2 }).map(([name]) => name);
  expect(names).toEqual([...nameKeywordFiles(results, naming).values()]);
  expect(new Set(names).size).toBe(100);
});

test('[T9.0.18, D-media.12] at most 50 keywords, the first', () => {
  const keywords = Array.from({ length: 80 }, (_, index) => `word${index}`);
  expect(read(makePlainCsv([createResult({ keywords })]))).toMatchObject([
    { Keywords: keywords.slice(0, 50).join(', ') },
  ]);
});

test('the file is called as the ZIP is', () => {
  expect(makePlainCsvName('Red fox, 11/21')).toBe('Red_fox__11_21_keywords.csv');
});
