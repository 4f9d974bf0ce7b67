const BYTE_ORDER_MARK = '\ufeff';
const LINE_END = '\r\n';
/** Where a spreadsheet would start a formula, including after a semicolon, which separates cells in many locales. */
const FORMULA_START = /(?:^|[;\t\r\n])[\s\p{C}]*(?=[=+\-@＝＋－＠])/gu;

/** For readers that expect something else than spreadsheets do. */
interface CsvFormat {
  readonly delimiter?: ',' | ';';
  readonly hasByteOrderMark?: boolean;
}

/** An RFC 4180 CSV that spreadsheets open as UTF-8 without running formulas. */
export const writeCsv = <Column extends string>(
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, string>>[],
  { delimiter = ',', hasByteOrderMark = true }: CsvFormat = {},
): string =>
  (hasByteOrderMark ? BYTE_ORDER_MARK : '') +
  [columns.map(quote), ...rows.map((row) => columns.map((column) => quote(neutralize(row[column]))))]
    .map((cells) => cells.join(delimiter) + LINE_END)
    .join('');

// An apostrophe keeps the sign: -40 degrees must not become 40 degrees.
function neutralize(cell: string): string {
  const text = cell.replaceAll(FORMULA_START, "$&'");
  return /^[\t\r]/.test(text) ? `'${text}` : text;
}

const quote = (cell: string): string =>
  /[",;\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
