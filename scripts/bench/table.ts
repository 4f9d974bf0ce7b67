/** row -> column -> samples */
export type Figures = Map<string, Map<string, number[]>>;

export function median(samples: readonly number[]): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The first column is ours; each other column also shows its figure over ours. */
export function printTable(
  title: string,
  columns: readonly string[],
  figures: Figures,
  summarize: (samples: readonly number[]) => number,
): void {
  const lines = [[title, ...columns]];
  for (const [row, samples] of figures) {
    const values = columns.map((column) => summarize(samples.get(column) ?? []));
    const [ours = Number.NaN] = values;
    lines.push([
      row,
      ...values.map((value, index) =>
        index === 0 ? value.toFixed(0) : `${value.toFixed(0)} (x${(value / ours).toFixed(2)})`,
      ),
    ]);
  }
  const widths =
    lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
  for (const line of lines) {
    process.stdout.write(`${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}\n`);
  }
}

/** Prints one figure without columns. */
export const printFigure = (name: string, text: string): void =>
  void process.stdout.write(`${name.padEnd(44)} ${text}\n`);
