import { MAX_PROMPT_LENGTH, MAX_SEED } from '../generation-request.ts';
import { CsvError, DELIMITERS, parseCsv, type CsvRow } from './parse-csv.ts';
import { MAX_PIPELINE_PICTURES } from './find-prompt-problem.ts';
import { limitRows, type ParsedRows, type PromptProblem, type PromptRow } from './prompt-row.ts';

const MAX_ROW_NAME_LENGTH = 100;
/** A list has a tenth of it. More would freeze the browser, and say nothing new. */
const MAX_TABLE_ROWS = 10_000;
const MAX_REPORTED = 100;

/** The order of columns in a file without header. */
const COLUMNS = ['prompt', 'name', 'count', 'negative', 'seed'] as const;
type Column = (typeof COLUMNS)[number];
const HEADERS = new Map<string, Column>([
  ...COLUMNS.map((column) => [column, column] as const),
  ['negative prompt', 'negative'],
]);

/** A text file without header has a prompt in each line: prompts have commas. */
export const isPromptTable = (file: string, text: string): boolean =>
  /\.(?:csv|tsv)$/i.test(file) || DELIMITERS.some((delimiter) => isHeader(readFirst(text, delimiter)));

export function parsePromptTable(file: string, text: string): ParsedRows {
  try {
    const table = parseTable(text);
    if (table.rows.length > MAX_TABLE_ROWS) return reportAll(file, TOO_MANY_ROWS);
    return limitProblems(limitRows(readTable(file, table)));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return reportAll(file, error.message, error.line);
  }
}

const TOO_MANY_ROWS = 'This file has over 10,000 rows. A list has at most 1,000 prompts.';

const reportAll = (file: string, message: string, line = 1): ParsedRows => ({
  rows: [],
  problems: [{ place: { file, line, column: 1 }, message }],
});

const limitProblems = ({ rows, problems }: ParsedRows): ParsedRows =>
  problems.length <= MAX_REPORTED
    ? { rows, problems }
    : {
        rows,
        problems: [
          ...problems.slice(0, MAX_REPORTED),
          { message: `${(problems.length - MAX_REPORTED).toLocaleString('en')} more rows have problems.` },
        ],
      };

const readFirst = (text: string, delimiter: (typeof DELIMITERS)[number]): readonly string[] => {
  const [line = ''] = text.split(/\r\n|\r|\n/, 1);
  try {
    return parseCsv(line, delimiter)[0]?.cells ?? [];
  } catch {
    return [];
  }
};

const toColumn = (cell: string): Column | undefined =>
  HEADERS.get(
    cell
      .trim()
      .toLowerCase()
      .replaceAll(/[\s_-]+/g, ' '),
  );

const isHeader = (cells: readonly string[]): boolean => cells.some((cell) => toColumn(cell) === 'prompt');

interface Table {
  columns: readonly (Column | undefined)[];
  rows: readonly CsvRow[];
  hasHeader: boolean;
}

/** The delimiter is the one that makes a header; without header, the one that makes the most cells in every row. */
function parseTable(text: string): Table {
  const withHeader = DELIMITERS.find((delimiter) => isHeader(readFirst(text, delimiter)));
  if (withHeader !== undefined) {
    const [header, ...rows] = parseCsv(text, withHeader, MAX_TABLE_ROWS + 2);
    return { columns: (header?.cells ?? []).map(toColumn), rows, hasHeader: true };
  }
  const parse = (delimiter: (typeof DELIMITERS)[number]) => parseCsv(text, delimiter, MAX_TABLE_ROWS + 1);
  const [best = parse(',')] = DELIMITERS.flatMap((delimiter) => {
    try {
      return [parse(delimiter)];
    } catch {
      return [];
    }
  }).toSorted((a, b) => countCells(b) - countCells(a));
  return { columns: COLUMNS, rows: best, hasHeader: false };
}

/** 0 if the rows differ. */
function countCells(rows: readonly CsvRow[]): number {
  const counts = new Set(rows.map(({ cells }) => cells.length));
  const [count = 0] = counts;
  return counts.size === 1 ? count : 0;
}

function readTable(file: string, { columns, rows, hasHeader }: Table): ParsedRows {
  const problems: PromptProblem[] = [];
  const hint = hasHeader ? '' : ' Put prompts with commas in quotes, or add a line with the columns’ names.';
  const read = rows.flatMap(({ line, cells }): PromptRow[] => {
    const find = (column: Column) => cells[columns.indexOf(column)]?.trim() ?? '';
    const place = { file, line, column: 1 };
    const report = (message: string) => {
      problems.push({ place, message });
      return [];
    };
    if (cells.every((cell) => cell.trim() === '')) return [];
    const [template, name, negative] = [find('prompt'), find('name'), find('negative')];
    const count = readInteger(find('count'), 1, MAX_PIPELINE_PICTURES);
    const seed = readInteger(find('seed'), 0, MAX_SEED);
    if (cells.length > columns.length) return report(`There are more cells than columns.${hint}`);
    if (template === '') return report('The prompt is missing. Write one, or delete the row.');
    if (Number.isNaN(count)) return report(`The count is a whole number from 1 to 1,000.${hint}`);
    if (Number.isNaN(seed)) return report(`The seed is a whole number from 0 to ${MAX_SEED}.${hint}`);
    if (name.length > MAX_ROW_NAME_LENGTH) {
      return report(`The name has more than ${MAX_ROW_NAME_LENGTH} characters. Shorten it.`);
    }
    if (negative.length > MAX_PROMPT_LENGTH) {
      return report('The negative prompt has more than 1,000 characters. Shorten it.');
    }
    return [
      {
        template,
        count: count ?? 1,
        ...(name !== '' && { name: name.replaceAll(/[\s\p{Cc}]+/gu, ' ') }),
        ...(negative !== '' && { negativePrompt: negative }),
        ...(seed !== undefined && { seed }),
        place,
      },
    ];
  });
  return { rows: read, problems };
}

/** Undefined if empty, NaN if invalid. */
function readInteger(cell: string, min: number, max: number): number | undefined {
  if (cell === '') return undefined;
  const value = /^\d{1,10}$/.test(cell) ? Number(cell) : Number.NaN;
  return value >= min && value <= max ? value : Number.NaN;
}
