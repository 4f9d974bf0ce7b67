/** A file without a recorded duration, such as a new one. */
const DEFAULT_SECONDS = 10;

/**
 * Spreads test files over lanes that end at about the same time: the longest file first, each to the lane that would end first so
 * far. The first lane starts `headStart` seconds before the others.
 */
export function balanceLanes(
  files: readonly string[],
  seconds: Readonly<Record<string, number>>,
  count: number,
  headStart = 0,
): string[][] {
  const lanes = Array.from({ length: count }, (_, index) => ({
    files: new Array<string>(),
    seconds: index === 0 ? -headStart : 0,
  }));
  const durationOf = (file: string) => seconds[file] ?? DEFAULT_SECONDS;
  const longestFirst = files.toSorted((a, b) => durationOf(b) - durationOf(a) || (a < b ? -1 : 1));
  for (const file of longestFirst) {
    const shortest = lanes.reduce((best, lane) => (lane.seconds < best.seconds ? lane : best));
    shortest.files.push(file);
    shortest.seconds += durationOf(file);
  }
  return lanes.map((lane) => lane.files);
}
