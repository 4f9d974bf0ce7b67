import type { Pipeline } from '@portal/contracts/pipelines';
import { useEffect } from 'react';
import { useUserId } from '../../../client/session/use-user-id.ts';
import { NOTHING, type Selection } from '../../../ui/selection/selection.ts';
import { dropChoice, readChoice, writeChoice } from './choice-draft.ts';

/**
 * Keeps the selected pictures of a job that waits for a choice. Once it no longer waits, there is nothing to keep. A job from
 * the cache may not wait yet, while another tab already keeps its choice.
 */
export function useChoiceDraft({ id, state }: Pick<Pipeline, 'id' | 'state'>, isCurrent: boolean) {
  const userId = useUserId();
  const isChoosing = state === 'choosing';
  useEffect(() => {
    if (isCurrent && !isChoosing) dropChoice(userId, id);
  }, [isCurrent, isChoosing, userId, id]);
  return {
    read: (): Selection => (isChoosing ? { ...NOTHING, keys: new Set(readChoice(userId, id)) } : NOTHING),
    write: ({ keys }: Selection): void => {
      if (isChoosing) writeChoice(userId, id, keys);
    },
  };
}
