import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { followBatches } from './follow-batches.ts';

/** Polls active batches, and knows which ones are no longer polled since a poll was refused. */
export function useFollowedBatches() {
  const client = useQueryClient();
  const [lost, setLost] = useState<ReadonlySet<string>>(new Set());
  const follower = useRef<ReturnType<typeof followBatches>>(undefined);
  useEffect(() => {
    const { stop, followAgain } = followBatches(client, (id) =>
      setLost((before) => new Set([...before, id])),
    );
    follower.current = { stop, followAgain };
    return stop;
  }, [client]);
  const checkAgain = useCallback((id: string) => {
    setLost((before) => new Set([...before].filter((each) => each !== id)));
    follower.current?.followAgain(id);
  }, []);
  return { lost, checkAgain };
}
