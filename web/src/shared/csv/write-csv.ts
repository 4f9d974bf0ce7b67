const BYTE_ORDER_MARK = '\ufeff';
const LINE_END = '\r\n';
/** Where a spreadsheet begins to read a cell: also behind a semicolon, which parts cells in half of Europe. */
const FORMULA_START = /(?:^|[;\t\r\n])[\s\p{C}]*(?=[=+\-@＝＋－＠])/gu;

/** A CSV by RFC 4180 that a spreadsheet opens as UTF-8 and runs nothing of. */
export const writeCsv = <Column extends string>(
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, string>>[],
): string =>
  BYTE_ORDER_MARK +
  [columns.map(quote), ...rows.map((row) => columns.map((column) => quote(neutralise(row[column]))))]
    .map((cells) => cells.join(',') + LINE_END)
    .join('');

// An apostrophe rather than taking the sign away: -40 degrees must not become 40 degrees.
function neutralise(cell: string): string {
  const text = cell.replaceAll(FORMULA_START, "$&'");
  return /^[\t\r]/.test(text) ? `'${text}` : text;
}

const quote = (cell: string): string =>
  /[",;\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
