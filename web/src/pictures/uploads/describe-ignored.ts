import { IGNORED_REASONS, type IgnoredFile, type IgnoredReason } from './check-files.ts';

const LABELS: Record<IgnoredReason, string> = {
  tooLarge: 'too large',
  empty: 'empty',
  notImage: 'not an image',
  unsupportedType: 'unsupported type',
  hidden: 'hidden',
  duplicate: 'already selected',
  overLimit: 'over the limit',
};

export const describeReason = (reason: IgnoredReason): string => LABELS[reason];

/** '3 files ignored: 1 too large, 2 not an image'. */
export function describeIgnored(ignored: readonly IgnoredFile[]): string {
  const counts = IGNORED_REASONS.map((wanted) => ({
    reason: wanted,
    count: ignored.filter(({ reason }) => reason === wanted).length,
  })).filter(({ count }) => count > 0);
  const total = ignored.length === 1 ? '1 file ignored' : `${ignored.length} files ignored`;
  return `${total}: ${counts.map(({ reason, count }) => `${count} ${LABELS[reason]}`).join(', ')}`;
}
