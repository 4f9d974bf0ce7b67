import { isWaiting } from '@portal/contracts/batches';
import type { StylizerBatch } from '@portal/contracts/stylizer';

type Facts = Pick<StylizerBatch, 'status' | 'images' | 'completedCount' | 'progress'>;

/** The status of a batch in this tool's words, and while it is at work how far its bar goes, from 0 to 1. */
export function describeStage({ status, images, completedCount: done, progress }: Facts): {
  label: string;
  value?: number;
} {
  const total = images.length;
  if (isWaiting(status)) return { label: `Queued - ${total} image(s)` };
  if (status === 'failed') return { label: 'Failed' };
  if (status === 'completed') return { label: `${total}/${total} completed` };
  return {
    label: `${done}/${total} completed`,
    value: progress === undefined ? done / total : progress / 100,
  };
}
