import type { Delivery, DeliveryFile, DeliveryFileState } from '@portal/contracts/delivery';
import { countOf, formatCount } from '../../shared/ui/count.ts';
import type { Tone } from '../../shared/ui/status-word.tsx';

/** Files that are over, of all. */
export const countOver = ({ counts: { sent, failed, cancelled } }: Pick<Delivery, 'counts'>): number =>
  sent + failed + cancelled;

export function describeStatus(delivery: Delivery): { tone: Tone; word: string } {
  const { counts, endedAt, cancelledAt, total } = delivery;
  if (endedAt === null) return { tone: 'neutral', word: cancelledAt === null ? 'Sending' : 'Cancelling' };
  if (counts.sent === total) return { tone: 'good', word: 'Sent' };
  if (counts.failed > 0) return { tone: 'bad', word: counts.sent > 0 ? 'Partly sent' : 'Failed' };
  return { tone: 'neutral', word: counts.sent > 0 ? 'Partly sent' : 'Cancelled' };
}

/** '18 of 20 files sent · 2 failed' */
export function describeCounts({ counts: { sent, failed, cancelled }, total }: Delivery): string {
  const others = [
    ...(failed > 0 ? [`${formatCount(failed)} failed`] : []),
    ...(cancelled > 0 ? [`${formatCount(cancelled)} cancelled`] : []),
  ];
  return [`${formatCount(sent)} of ${countOf(total, 'file')} sent`, ...others].join(' · ');
}

export const FILE_WORDS: Record<DeliveryFileState, { tone: Tone; word: string }> = {
  queued: { tone: 'neutral', word: 'Waiting' },
  sending: { tone: 'neutral', word: 'Sending' },
  sent: { tone: 'good', word: 'Sent' },
  failed: { tone: 'bad', word: 'Failed' },
  cancelled: { tone: 'neutral', word: 'Cancelled' },
};

const MEGABYTE = 1_000_000;

/** '1.2 of 4.5 MB', or the size of what was sent. Undefined until the file is prepared. */
export function describeBytes({ state, bytes, sentBytes }: DeliveryFile): string | undefined {
  if (bytes === null) return undefined;
  const toText = (count: number) => (count / MEGABYTE).toFixed(1);
  return state === 'sent' ? `${toText(bytes)} MB` : `${toText(sentBytes)} of ${toText(bytes)} MB`;
}
