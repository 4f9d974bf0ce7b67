import type { CsvColumn } from '@portal/contracts/agencies/agency';
import { expect, test } from 'vitest';
import { readColumns, writeColumns } from './csv-columns.ts';

const COLUMNS: CsvColumn[] = [
  { header: 'Filename', value: 'fileName' },
  { header: 'Title', value: 'title' },
  { header: 'Text', value: 'description' },
  { header: 'Tags', value: 'keywords' },
  { header: 'Group', value: 'category' },
  { header: 'Editorial', value: 'constant', text: 'no = never' },
  { header: 'Releases', value: 'constant', text: '' },
];

test('writes a line for each column and reads it back', () => {
  const text = writeColumns(COLUMNS);
  expect(text.split('\n')[0]).toBe('Filename = file name');
  expect(readColumns(text)).toEqual(COLUMNS);
});

test('reads what people type', () => {
  expect(readColumns('\nName=File Name\n  Tags =  KEYWORDS \nEmpty\n')).toEqual([
    { header: 'Name', value: 'fileName' },
    { header: 'Tags', value: 'keywords' },
    { header: 'Empty', value: 'constant', text: '' },
  ]);
});
