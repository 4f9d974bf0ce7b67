import type { KeywordBatch } from '@portal/contracts/keyword-generator';

/** Dollars an image, as the newest batch was estimated; unknown before the first. */
export function findPrice(
  batches: readonly Pick<KeywordBatch, 'estimate' | 'images'>[] | undefined,
): number | undefined {
  const newest = batches?.find(({ estimate }) => estimate > 0);
  return newest && newest.estimate / newest.images.length;
}
