/** What is measured during a phase. */
export interface Sample {
  /** HTTP status; 0 without a response. */
  status: number;
  ms: number;
}

export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
};

/** The times of requests, and how many were answered how. */
export function summarizeSamples(samples: readonly Sample[]) {
  const answered = samples.filter(({ status }) => isOk(status)).map(({ ms }) => ms);
  const failures = samples.filter(({ status }) => !isOk(status));
  return {
    count: samples.length,
    unchangedShare: samples.filter(({ status }) => status === NOT_MODIFIED).length / samples.length,
    p50: percentile(answered, 0.5),
    p95: percentile(answered, 0.95),
    max: Math.max(...answered),
    /** By status. */
    failures: Object.fromEntries(
      [...Map.groupBy(failures, ({ status }) => status)].map(([status, some]) => [status, some.length]),
    ),
  };
}
export type Timing = ReturnType<typeof summarizeSamples>;

const NOT_MODIFIED = 304;
export const isOk = (status: number): boolean => (status >= 200 && status < 300) || status === NOT_MODIFIED;

export interface MemorySample {
  /** Milliseconds after the start. */
  atMs: number;
  /** Megabytes of all processes of a kind. */
  megabytes: Readonly<Record<string, number>>;
}

const MINUTE_MS = 60_000;

/** Of each kind: the smallest, median, largest and last sample, and the median of each minute. */
export function summarizeMemory(samples: readonly MemorySample[]) {
  const kinds = [...new Set(samples.flatMap(({ megabytes }) => Object.keys(megabytes)))].toSorted();
  const minutes = Map.groupBy(samples, ({ atMs }) => Math.floor(atMs / MINUTE_MS));
  return kinds.map((kind) => {
    const listOf = (some: readonly MemorySample[]) => some.flatMap(({ megabytes }) => megabytes[kind] ?? []);
    const all = listOf(samples);
    return {
      kind,
      min: Math.min(...all),
      median: percentile(all, 0.5),
      max: Math.max(...all),
      last: all.at(-1) ?? Number.NaN,
      byMinute: [...minutes.values()].map((some) => percentile(listOf(some), 0.5)),
    };
  });
}
export type Memory = ReturnType<typeof summarizeMemory>;
