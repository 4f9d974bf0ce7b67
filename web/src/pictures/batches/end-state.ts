import { isActive, type BatchFacts } from '@portal/contracts/batches';
import type { Tone } from '../../ui/status-word.tsx';
import type { Progress } from './describe-progress.ts';

export type EndState = 'done' | 'partly-done' | 'cancelled' | 'failed';

/** How a batch ended, as shown to the user. Undefined while it is active. */
export function findEndState(
  { status, cancelledAt }: Pick<BatchFacts, 'status' | 'cancelledAt'>,
  { done, total }: Progress,
): EndState | undefined {
  if (isActive(status)) return undefined;
  if (done === total) return 'done';
  if (cancelledAt !== null) return 'cancelled';
  return done > 0 ? 'partly-done' : 'failed';
}

export const END_STATES: Record<EndState, { tone: Tone; word: string }> = {
  done: { tone: 'good', word: 'Done' },
  'partly-done': { tone: 'warning', word: 'Partly done' },
  cancelled: { tone: 'neutral', word: 'Cancelled' },
  failed: { tone: 'bad', word: 'Failed' },
};
