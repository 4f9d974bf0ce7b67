/** By upload path and file name: `made`, or why the item failed. */
export type Outcomes = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A line for each file and outcome, with the paths that have it. */
export function describeOutcomes(outcomes: Outcomes): string {
  const rows = Object.entries(outcomes).flatMap(([path, byFile]) =>
    Object.entries(byFile).map(([file, outcome]) => ({ path, file, outcome })),
  );
  const lines = [...Map.groupBy(rows, ({ file, outcome }) => `${file.padEnd(42)} ${outcome}`)];
  const all = Object.keys(outcomes).length;
  return lines
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(
      ([line, same]) => `${line} (${same.length === all ? 'all' : same.map(({ path }) => path).join(', ')})`,
    )
    .join('\n');
}

export const describePeaks = (peaks: Readonly<Record<string, number>>): string =>
  Object.keys(peaks).length === 0
    ? 'Measured on Linux only.'
    : Object.entries(peaks)
        .toSorted(([, one], [, other]) => other - one)
        .map(([name, mebibytes]) => `${String(mebibytes).padStart(6)} MiB  ${name}`)
        .join('\n');
