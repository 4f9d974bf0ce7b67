import { isActive, type BatchStatus } from '@portal/contracts/batches';
import { describeStatus, type Progress } from './describe-progress.ts';

export interface BatchNews extends Progress {
  id: string;
  name: string;
  status: BatchStatus;
}

/** Often enough to know that it goes on, and not with every image. */
const MILESTONES = 4;

/** What a screen reader is told when one list takes the place of another; empty when it is nothing. */
export function announceNews(before: readonly BatchNews[], after: readonly BatchNews[]): string {
  const known = new Map(before.map((batch) => [batch.id, batch]));
  return after
    .filter((batch) => isNews(known.get(batch.id), batch))
    .map((batch) => `${batch.name}: ${describeStatus(batch.status, batch)}${ENDINGS[batch.status]}.`)
    .join(' ');
}

const ENDINGS: Record<BatchStatus, string> = {
  pending: '',
  queued: '',
  processing: '',
  completed: ', finished',
  failed: ', failed',
};

function isNews(before: BatchNews | undefined, after: BatchNews): boolean {
  if (!before) return isActive(after.status);
  if (isActive(before.status) !== isActive(after.status)) return true;
  return isActive(after.status) && reach(before) < reach(after);
}

const reach = ({ done, total }: Progress): number => Math.floor((done / total) * MILESTONES);
