import {
  KeywordTextsSchema,
  type KeywordResult,
  type KeywordTexts,
} from '@portal/contracts/keyword-generator';
import { useRef, useState } from 'react';
import { areSameTexts, readTexts, useChangeResult } from './change-result.ts';
import { findProblems } from './validate-texts.ts';

/** The texts of one picture, as they are being changed. */
export function useResultEdit(batchId: string, result: KeywordResult) {
  const send = useChangeResult(batchId);
  /** What was typed and is not saved. */
  const [draft, setDraft] = useState<KeywordTexts>();
  /** The same, at once: leaving a field may both change the texts and save them. */
  const latest = useRef<KeywordTexts>(undefined);
  const sent = useRef<KeywordTexts>(undefined);
  const [before, setBefore] = useState<readonly KeywordTexts[]>([]);
  const [state, setState] = useState<'still' | 'saving' | 'saved' | 'failed'>('still');
  const saved = readTexts(result);

  const hold = (texts: KeywordTexts | undefined) => {
    latest.current = texts;
    setDraft(texts);
  };
  const change = (changes: Partial<KeywordTexts>) => {
    hold({ ...(latest.current ?? saved), ...changes });
    setState('still');
  };
  const put = async (next: KeywordTexts, history: readonly KeywordTexts[]) => {
    sent.current = next;
    setBefore(history);
    setState('saving');
    try {
      await send(result.index, next);
      if (sent.current !== next) return;
      const isAll = !latest.current || areSameTexts(latest.current, next);
      if (isAll) hold(undefined);
      setState(isAll ? 'saved' : 'still');
    } catch {
      if (sent.current !== next) return;
      sent.current = undefined;
      hold(latest.current ?? next);
      setBefore(before);
      setState('failed');
    }
  };
  /** Nothing where nothing has changed, or where it cannot be saved as it is. */
  const save = () => {
    const next = latest.current ?? saved;
    if (areSameTexts(next, saved) || (sent.current && areSameTexts(next, sent.current))) return;
    if (KeywordTextsSchema.safeParse(next).success) void put(next, [...before, saved]);
  };
  return {
    texts: draft ?? saved,
    problems: draft ? findProblems(draft) : {},
    state,
    isChanged: draft !== undefined && !areSameTexts(draft, saved),
    canUndo: before.length > 0,
    change,
    save,
    /** Back to what is saved. */
    revert: () => hold(undefined),
    /** The texts before the last change. */
    undo: () => {
      const last = before.at(-1);
      if (!last) return;
      hold(last);
      void put(last, before.slice(0, -1));
    },
  };
}

export type ResultEdit = ReturnType<typeof useResultEdit>;
