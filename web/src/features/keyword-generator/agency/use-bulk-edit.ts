import type { KeywordBatch } from '@portal/contracts/keyword-generator';
import { useState } from 'react';
import { readTexts, useChangeResult } from '../results/change-result.ts';
import type { TextChange } from './suggest-fixes.ts';

const MAX_CONCURRENT = 4;

/** Edits many images at once, with undo for the last edit. */
export function useBulkEdit({ id, results }: Pick<KeywordBatch, 'id' | 'results'>) {
  const changeResult = useChangeResult(id);
  const [previous, setPrevious] = useState<readonly TextChange[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  const send = async (changes: readonly TextChange[], onDone?: () => void) => {
    const queue = [...changes];
    const work = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) await changeResult(next.index, next.texts);
    };
    setIsBusy(true);
    try {
      await Promise.all(Array.from({ length: MAX_CONCURRENT }, work));
      onDone?.();
    } catch {
      // useChangeResult has shown the failure. Stops, since the rest would likely fail too.
      queue.length = 0;
    } finally {
      setIsBusy(false);
    }
  };
  return {
    isBusy,
    canUndo: previous.length > 0,
    apply: (changes: readonly TextChange[]) => {
      const changed = new Set(changes.map(({ index }) => index));
      setPrevious(
        results
          .filter(({ index }) => changed.has(index))
          .map((result) => ({ index: result.index, texts: readTexts(result) })),
      );
      void send(changes);
    },
    undo: () => void send(previous, () => setPrevious([])),
  };
}
