/** Latencies in buckets that grow by a tenth each: percentiles can be found for the sum of any hours. */
const GROWTH = 1.1;

/** The bucket's number as text, because it is a key of a Firestore map. */
export type LatencyBuckets = Record<string, number>;

export const findBucket = (milliseconds: number): string =>
  String(Math.floor(Math.log(Math.max(1, milliseconds)) / Math.log(GROWTH)));

/** Whole milliseconds, within half a bucket (5 %) of the exact value; null without calls. */
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
