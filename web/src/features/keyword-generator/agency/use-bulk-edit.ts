import type { KeywordBatch } from '@portal/contracts/keyword-generator';
import { useState } from 'react';
import { readTexts, useChangeResult } from '../results/change-result.ts';
import type { Change } from './suggest-fixes.ts';

const AT_ONCE = 4;

/** Changes of many pictures, and the way back from the last of them. */
export function useChanges({ id, results }: Pick<KeywordBatch, 'id' | 'results'>) {
  const changeResult = useChangeResult(id);
  const [before, setBefore] = useState<readonly Change[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  const send = async (changes: readonly Change[]) => {
    const queue = [...changes];
    const work = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) await changeResult(next.index, next.texts);
    };
    setIsBusy(true);
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, work));
    } catch {
      // It was told, and taken back; the rest would hardly fare better.
      queue.length = 0;
    } finally {
      setIsBusy(false);
    }
  };
  return {
    isBusy,
    canUndo: before.length > 0,
    apply: (changes: readonly Change[]) => {
      const changed = new Set(changes.map(({ index }) => index));
      setBefore(
        results
          .filter(({ index }) => changed.has(index))
          .map((result) => ({ index: result.index, texts: readTexts(result) })),
      );
      void send(changes);
    },
    undo: () => {
      setBefore([]);
      void send(before);
    },
  };
}
