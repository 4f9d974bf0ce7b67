import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { DELIMITERS, parseCsv } from './parse-csv.ts';
import { isPromptTable, parsePromptTable } from './parse-prompt-table.ts';

const read = (text: string, file = 'list.csv') => {
  const { rows, problems } = parsePromptTable(file, text);
  const withoutPlace = rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([key]) => key !== 'place')),
  );
  return { rows: withoutPlace, problems };
};
const rowsOf = (text: string, file?: string) => {
  const { rows, problems } = read(text, file);
  expect(problems).toEqual([]);
  return rows;
};

describe('agrees with csv-parse', () => {
  const CELLS = [
    'plain',
    '',
    ' spaced ',
    'a, b; c\td',
    'say "hi"',
    '"',
    'two\nlines',
    'two\r\nlines',
    '🦊',
    '#1',
  ];
  const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  const rows = CELLS.map((cell, index) => [cell, CELLS.at(-index) ?? '', 'end']);
  it.each(DELIMITERS.flatMap((delimiter) => ['\n', '\r\n', '\r'].map((end) => ({ delimiter, end }))))(
    '$delimiter and $end',
    ({ delimiter, end }) => {
      const text = `\ufeff${rows.map((row) => row.map(quote).join(delimiter)).join(end)}${end}`;
      const cells = parseCsv(text, delimiter).map((row) => row.cells);
      expect(cells).toEqual(parse(text, { bom: true, delimiter, record_delimiter: end }));
      expect(cells).toEqual(rows);
    },
  );

  it.each(['a,b\n1,2', 'a,,\n,,', 'a\n\n\nb\n', '"a",b,"c"\n', ' "a",b'.trim(), 'a,"b\n\nc",d\ne,f,g'])(
    '%j',
    (text) => {
      expect(parseCsv(text, ',').map(({ cells }) => cells)).toEqual(parse(text, { skip_empty_lines: true }));
    },
  );
});

it('counts lines across quoted line breaks and empty lines', () => {
  expect(parseCsv('a\r\n\r\n"b\r\nb\nb",c\r\nd', ',').map(({ line }) => line)).toEqual([1, 3, 6]);
});

describe('table', () => {
  const FOX = { template: 'a fox, red', name: 'Fox', count: 2, negativePrompt: 'blur', seed: 7 };

  it.each([
    ['prompt,name,count,negative,seed\n"a fox, red",Fox,2,blur,7', 'list.csv'],
    ['\ufeffSEED;Count; Prompt ;NEGATIVE_PROMPT;notes;Name\r\n7;2;a fox, red;blur;best;Fox\r\n', 'list.csv'],
    ['name\tprompt\tcount\tseed\tnegative prompt\nFox\ta fox, red\t2\t7\tblur', 'list.txt'],
    ['"a fox, red",Fox,2,blur,7', 'list.csv'],
    ['a fox, red;Fox;2;blur;7', 'LIST.CSV'],
    ['a fox, red\tFox\t2\tblur\t7', 'list.tsv'],
  ])('%j', (text, file) => {
    expect(rowsOf(text, file)).toEqual([FOX]);
  });

  it('has rows with a prompt only', () => {
    expect(rowsOf('prompt,name,seed\na,,\n,,\nb,B,')).toEqual([
      { template: 'a', count: 1 },
      { template: 'b', name: 'B', count: 1 },
    ]);
    expect(rowsOf('a\nb')).toEqual([
      { template: 'a', count: 1 },
      { template: 'b', count: 1 },
    ]);
  });

  it.each([
    ['prompt,count\na,1\nb,0', 3, 'The count is a whole number from 1 to 1,000.'],
    ['prompt,count\na,1001', 2, 'The count is a whole number from 1 to 1,000.'],
    ['prompt,count\na,1.5', 2, 'The count is a whole number from 1 to 1,000.'],
    ['prompt,seed\na,-1', 2, 'The seed is a whole number from 0 to 4294967294.'],
    ['prompt,seed\na,4294967295', 2, 'The seed is a whole number from 0 to 4294967294.'],
    ['prompt,seed\n,5', 2, 'The prompt is missing. Write one, or delete the row.'],
    ['prompt,seed\na,5,6', 2, 'There are more cells than columns.'],
    [
      'a fox,in snow,at night',
      1,
      'The count is a whole number from 1 to 1,000. Put prompts with commas in quotes, or add a line with the columns’ names.',
    ],
    [`prompt,name\na,${'n'.repeat(101)}`, 2, 'The name has more than 100 characters. Shorten it.'],
    [
      `prompt,negative\na,${'n'.repeat(1001)}`,
      2,
      'The negative prompt has more than 1,000 characters. Shorten it.',
    ],
    ['prompt\n"a', 2, 'A quote is not closed. Add a " at the end of the cell.'],
    ['prompt,name\n"a"b,c', 2, 'Text follows a closing quote. Write a quote inside a cell twice.'],
  ])('reports the line of %j', (text, line, message) => {
    expect(read(text).problems).toEqual([{ place: { file: 'list.csv', line, column: 1 }, message }]);
  });
});

it.each([
  ['list.csv', 'a fox, red', true],
  ['list.TSV', 'a fox', true],
  ['list.txt', 'a fox, red, 35mm\nprompt, name', false],
  ['list.txt', '\ufeffName;Prompt\n', true],
  ['list.txt', '"prompt"\nfox', true],
  ['list.txt', '"a quote, not closed', false],
])('%s with %j is a table: %s', (file, text, expected) => {
  expect(isPromptTable(file, text)).toBe(expected);
});

it('has at most 1,000 rows', () => {
  const { rows, problems } = read('fox\n'.repeat(1001));
  expect(rows).toHaveLength(1000);
  expect(problems).toEqual([{ message: 'There are 1,001 prompts. A list has at most 1,000.' }]);
});

it('refuses a file with far too many rows before it reads them all', () => {
  const text = `prompt\n${'a fox\n'.repeat(10_001)}`;
  expect(read(text)).toEqual({
    rows: [],
    problems: [
      {
        place: { file: 'list.csv', line: 1, column: 1 },
        message: 'This file has over 10,000 rows. A list has at most 1,000 prompts.',
      },
    ],
  });
  expect(read(text.replace('a fox\n', '')).problems).toEqual([
    { message: 'There are 10,000 prompts. A list has at most 1,000.' },
  ]);
  expect(parseCsv('a\n'.repeat(50), ',', 10)).toHaveLength(10);
});

it('counts problems beyond the first hundred', () => {
  const { problems } = read(`prompt,count\n${'a fox,-1\n'.repeat(1_200)}`);
  expect(problems).toHaveLength(101);
  expect(problems.at(-1)).toEqual({ message: '1,100 more rows have problems.' });
});
