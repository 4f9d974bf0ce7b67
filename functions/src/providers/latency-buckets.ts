/** Latencies, counted in buckets each a tenth wider than the one before: sums over any hours still tell percentiles. */
const GROWTH = 1.1;

/** By the bucket's number; text, as the key of a map in Firestore. */
export type LatencyBuckets = Record<string, number>;

export const findBucket = (milliseconds: number): string =>
  String(Math.floor(Math.log(Math.max(1, milliseconds)) / Math.log(GROWTH)));

/** Whole milliseconds, to within half a bucket (5 %) of the exact value; null when nothing was counted. */
export function findPercentile(buckets: LatencyBuckets, share: number): number | null {
  const counted = Object.entries(buckets)
    .map(([bucket, count]) => ({ bucket: Number(bucket), count }))
    .toSorted((one, other) => one.bucket - other.bucket);
  const total = counted.reduce((sum, { count }) => sum + count, 0);
  let left = Math.max(1, Math.ceil(share * total));
  for (const { bucket, count } of counted) {
    left -= count;
    if (left <= 0) return Math.round(GROWTH ** (bucket + 0.5));
  }
  return null;
}
