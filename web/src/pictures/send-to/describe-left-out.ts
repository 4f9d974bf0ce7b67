import { MAX_PIXELS } from '@portal/contracts/uploads';
import type { LeftOutReason } from './sent-pictures.ts';

const LABELS: Record<LeftOutReason, string> = {
  alreadySelected: 'already selected',
  tooManyPixels: `over ${MAX_PIXELS / 1_000_000} megapixels`,
  overLimit: 'over the limit of 100',
};
const REASONS: readonly LeftOutReason[] = ['alreadySelected', 'tooManyPixels', 'overLimit'];

/** '2 already selected, 1 over the limit of 100'. */
export const describeLeftOut = (reasons: readonly LeftOutReason[]): string =>
  REASONS.map((reason) => ({ reason, count: reasons.filter((other) => other === reason).length }))
    .filter(({ count }) => count > 0)
    .map(({ reason, count }) => `${count} ${LABELS[reason]}`)
    .join(', ');
