/** A table as oxfmt formats it. */
export function makeTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  isNumber: readonly boolean[] = [],
): string {
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...rows].map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const pad = (row: readonly string[]) =>
    line(
      widths.map((width, column) =>
        isNumber[column] ? (row[column] ?? '').padStart(width) : (row[column] ?? '').padEnd(width),
      ),
    );
  const rule = widths.map((width, column) =>
    isNumber[column] ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  );
  return [pad(head), line(rule), ...rows.map(pad)].join('\n');
}

/** Three significant digits; small whole numbers exactly. */
export const round = (value: number): string =>
  Number.isInteger(value) && value < 10_000
    ? value.toLocaleString('en-US')
    : value.toLocaleString('en-US', { maximumSignificantDigits: 3 });

export const percent = (share: number): string => `${round(Math.round(share * 100))}%`;
