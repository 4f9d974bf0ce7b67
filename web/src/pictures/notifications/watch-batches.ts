/** What the user is told about batches that run while they do something else. */
import { isActive } from '@portal/contracts/batches';
import type { LibraryBatch } from '@portal/contracts/library';
import { END_STATES, findEndState } from '../batches/end-state.ts';

type Watched = Pick<
  LibraryBatch,
  'id' | 'name' | 'status' | 'cancelledAt' | 'doneCount' | 'failedCount' | 'total'
>;

export const listRunning = (batches: readonly Watched[]): ReadonlySet<string> =>
  new Set(batches.filter(({ status }) => isActive(status)).map(({ id }) => id));

/** Those that were running and have ended by themselves. */
export const findEnded = <Batch extends Watched>(
  running: ReadonlySet<string>,
  batches: readonly Batch[],
): Batch[] =>
  batches.filter(
    ({ id, status, cancelledAt }) => running.has(id) && !isActive(status) && cancelledAt === null,
  );

/** '3/40', of all running batches together. Empty if none runs. */
export function describeRunning(batches: readonly Watched[]): string {
  const running = batches.filter(({ status }) => isActive(status));
  if (running.length === 0) return '';
  const sum = (count: (batch: Watched) => number) =>
    running.reduce((total, batch) => total + count(batch), 0);
  return `${sum(({ doneCount, failedCount }) => doneCount + failedCount)}/${sum(({ total }) => total)}`;
}

/** 'Partly done: 38 of 40' */
export function describeEnd({ status, cancelledAt, doneCount, total }: Watched): string {
  const endState = findEndState({ status, cancelledAt }, { done: doneCount, total });
  const word = endState ? END_STATES[endState].word : '';
  return `${word}: ${doneCount} of ${total}`;
}
