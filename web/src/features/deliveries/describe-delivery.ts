import type { Delivery, DeliveryFile, DeliveryFileState } from '@portal/contracts/delivery';
import { countOf, formatCount } from '../../ui/count.ts';
import { describeBytes } from '../../pictures/uploads/describe-bytes.ts';
import type { Tone } from '../../ui/status-word.tsx';

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

/** '1.1 MB of 4.3 MB', or the size. Undefined until the file is prepared. */
export function describeSent({ state, bytes, sentBytes }: DeliveryFile): string | undefined {
  if (bytes === null) return undefined;
  const isPart = state !== 'sent' && sentBytes > 0;
  return isPart ? `${describeBytes(sentBytes)} of ${describeBytes(bytes)}` : describeBytes(bytes);
}
