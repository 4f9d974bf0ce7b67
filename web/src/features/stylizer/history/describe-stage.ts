import type { BatchStatus } from '@portal/contracts/batches';
import type { StylizerBatch } from '@portal/contracts/stylizer';

type Facts = Pick<StylizerBatch, 'status' | 'images' | 'completedCount' | 'progress'>;

/** The status of a batch in this tool's words, and while it is at work how far its bar goes, from 0 to 1. */
export function describeStage({ status, images, completedCount: done, progress }: Facts): {
  label: string;
  value?: number;
} {
  const total = images.length;
  const labels: Record<BatchStatus, string> = {
    pending: `Queued - ${total} image(s)`,
    processing: `${done}/${total} completed`,
    completed: `${total}/${total} completed`,
    failed: 'Failed',
  };
  return {
    label: labels[status],
    ...(status === 'processing' && { value: progress === undefined ? done / total : progress / 100 }),
  };
}
