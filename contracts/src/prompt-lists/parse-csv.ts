/** Reads CSV by RFC 4180, also with semicolons or tabs and any line end. By hand, because `contracts` imports only zod. */
export interface CsvRow {
  /** Where it starts, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

export const DELIMITERS = [',', ';', '\t'] as const;
type Delimiter = (typeof DELIMITERS)[number];

export class CsvError extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** Without empty lines, at most `maxRows`. Throws a CsvError. */
export function parseCsv(text: string, delimiter: Delimiter, maxRows = Infinity): CsvRow[] {
  const rows: CsvRow[] = [];
  let at = text.startsWith('\ufeff') ? 1 : 0;
  let line = 1;
  while (at < text.length && rows.length < maxRows) {
    const cells: string[] = [];
    const start = line;
    for (;;) {
      const cell = text[at] === '"' ? readQuoted(text, at, line) : readPlain(text, at, delimiter);
      cells.push(cell.text);
      line += cell.text.match(LINE_END)?.length ?? 0;
      at = cell.end;
      if (text[at] !== delimiter) break;
      at += 1;
    }
    const end = /^(?:\r\n|\r|\n)/.exec(text.slice(at, at + 2))?.[0] ?? '';
    if (end === '' && at < text.length) {
      throw new CsvError(line, 'Text follows a closing quote. Write a quote inside a cell twice.');
    }
    at += end.length;
    line += 1;
    if (cells.length > 1 || cells[0] !== '') rows.push({ line: start, cells });
  }
  return rows;
}

const LINE_END = /\r\n|\r|\n/g;

interface Cell {
  text: string;
  /** The index behind it. */
  end: number;
}

function readQuoted(text: string, start: number, line: number): Cell {
  let from = start + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) throw new CsvError(line, 'A quote is not closed. Add a " at the end of the cell.');
    if (text[quote + 1] !== '"') {
      return { text: text.slice(start + 1, quote).replaceAll('""', '"'), end: quote + 1 };
    }
    from = quote + 2;
  }
}

function readPlain(text: string, start: number, delimiter: Delimiter): Cell {
  let end = start;
  while (end < text.length && !`${delimiter}\r\n`.includes(text.charAt(end))) end += 1;
  return { text: text.slice(start, end), end };
}
