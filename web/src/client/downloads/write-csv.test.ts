import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { writeCsv } from '@portal/contracts/write-csv';

const readBack = (csv: string): unknown => parse(csv, { bom: true, record_delimiter: '\r\n' });

test('writes a byte-order mark, the columns and one line per row [T9.0.18]', () => {
  expect(writeCsv(['-Name', 'Note'], [{ '-Name': 'a', Note: 'b' }])).toBe('\ufeff-Name,Note\r\na,b\r\n');
});

describe('round-trips through another CSV parser [D-media.11]', () => {
  test.each([
    'plain',
    '',
    'say "cheese"',
    '"',
    '"",""',
    'a, b; c',
    'two\r\nlines\nand more\r',
    ' blanks around ',
    'emoji 🦊 ザ Ж',
    "it's",
    'a\ufeffb',
    '\ufeffbegins with a mark',
    '5 - 3 = 2',
    'x'.repeat(500),
  ])('%j', (cell) => {
    const rows = [
      { first: cell, second: 'between', third: cell },
      { first: 'last', second: cell, third: '' },
    ];
    expect(readBack(writeCsv(['first', 'second', 'third'], rows))).toEqual([
      ['first', 'second', 'third'],
      ...rows.map(({ first, second, third }) => [first, second, third]),
    ]);
  });
});

describe('neutralizes cells that a spreadsheet would run [D-media.10]', () => {
  test.each([
    ['=HYPERLINK("http://example.com","fox")', '\'=HYPERLINK("http://example.com","fox")'],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-40 degrees', "'-40 degrees"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠SUM', "'＠SUM"],
    ['  =1', "  '=1"],
    ['\u00a0\u200b=1', "\u00a0\u200b'=1"],
    ['\ttab', "'\ttab"],
    ['\rreturn', "'\rreturn"],
    ['fox;=1+1', "fox;'=1+1"],
    ['fox\n=1+1', "fox\n'=1+1"],
    ['\t=1', "'\t'=1"],
  ])('%j', (cell, expected) => {
    expect(readBack(writeCsv(['cell'], [{ cell }]))).toEqual([['cell'], [expected]]);
  });
});
