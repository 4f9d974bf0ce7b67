import { isActive, type BatchStatus } from '@portal/contracts/batches';
import { describeStatus, type Progress } from './describe-progress.ts';
import { END_STATES, findEndState } from './end-state.ts';

export interface AnnouncedBatch extends Progress {
  id: string;
  title: string;
  status: BatchStatus;
  cancelledAt: string | null;
}

/** A running batch is announced every quarter, not for every image. */
const MILESTONES = 4;

/** The screen reader announcement for a changed list, or an empty string. */
export function announceChanges(before: readonly AnnouncedBatch[], after: readonly AnnouncedBatch[]): string {
  const known = new Map(before.map((batch) => [batch.id, batch]));
  return after
    .filter((batch) => shouldAnnounce(known.get(batch.id), batch))
    .map((batch) => `${batch.title}: ${describe(batch)}.`)
    .join(' ');
}

function describe(batch: AnnouncedBatch): string {
  const status = describeStatus(batch.status, batch);
  const endState = findEndState(batch, batch);
  return endState ? `${status}, ${END_STATES[endState].word.toLowerCase()}` : status;
}

function shouldAnnounce(before: AnnouncedBatch | undefined, after: AnnouncedBatch): boolean {
  if (!before) return isActive(after.status);
  if (isActive(before.status) !== isActive(after.status)) return true;
  return isActive(after.status) && countMilestones(before) < countMilestones(after);
}

const countMilestones = ({ done, total }: Progress): number => Math.floor((done / total) * MILESTONES);
