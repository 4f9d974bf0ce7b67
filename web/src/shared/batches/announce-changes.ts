import { isActive, type BatchStatus } from '@portal/contracts/batches';
import { describeStatus, type Progress } from './describe-progress.ts';
import { END_STATES, findEndState } from './end-state.ts';

export interface BatchNews extends Progress {
  id: string;
  name: string;
  status: BatchStatus;
  cancelledAt: string | null;
}

/** Often enough to know that it goes on, and not with every image. */
const MILESTONES = 4;

/** What a screen reader is told when one list takes the place of another; empty when it is nothing. */
export function announceNews(before: readonly BatchNews[], after: readonly BatchNews[]): string {
  const known = new Map(before.map((batch) => [batch.id, batch]));
  return after
    .filter((batch) => isNews(known.get(batch.id), batch))
    .map((batch) => `${batch.name}: ${describe(batch)}.`)
    .join(' ');
}

function describe(batch: BatchNews): string {
  const status = describeStatus(batch.status, batch);
  const endState = findEndState(batch, batch);
  return endState ? `${status}, ${END_STATES[endState].word.toLowerCase()}` : status;
}

function isNews(before: BatchNews | undefined, after: BatchNews): boolean {
  if (!before) return isActive(after.status);
  if (isActive(before.status) !== isActive(after.status)) return true;
  return isActive(after.status) && reach(before) < reach(after);
}

const reach = ({ done, total }: Progress): number => Math.floor((done / total) * MILESTONES);
