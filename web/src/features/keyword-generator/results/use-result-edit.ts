import {
  KeywordTextsSchema,
  type KeywordResult,
  type KeywordTexts,
} from '@portal/contracts/keyword-generator';
import { useRef, useState } from 'react';
import { areSameTexts, readTexts, useChangeResult } from './change-result.ts';
import { findProblems } from './find-problems.ts';

/** The texts of one picture, as they are being changed. */
export function useResultEdit(batchId: string, result: KeywordResult) {
  const send = useChangeResult(batchId);
  /** What was typed and is not saved. */
  const [draft, setDraft] = useState<KeywordTexts>();
  const [before, setBefore] = useState<readonly KeywordTexts[]>([]);
  const [state, setState] = useState<'still' | 'saving' | 'saved' | 'failed'>('still');
  const sent = useRef<KeywordTexts>(undefined);
  const saved = readTexts(result);
  const texts = draft ?? saved;
  const problems = draft ? findProblems(draft) : {};

  const put = async (next: KeywordTexts, history: readonly KeywordTexts[]) => {
    sent.current = next;
    setBefore(history);
    setState('saving');
    try {
      await send(result.index, next);
      if (sent.current !== next) return;
      setDraft((current) => (current && areSameTexts(current, next) ? undefined : current));
      setState('saved');
    } catch {
      if (sent.current !== next) return;
      sent.current = undefined;
      setDraft((current) => current ?? next);
      setBefore(before);
      setState('failed');
    }
  };
  /** Nothing where nothing has changed, or where it cannot be saved as it is. */
  const save = (next = texts) => {
    if (areSameTexts(next, saved) || (sent.current && areSameTexts(next, sent.current))) return;
    if (!KeywordTextsSchema.safeParse(next).success) return;
    void put(next, [...before, saved]);
  };
  return {
    texts,
    problems,
    state,
    isChanged: draft !== undefined && !areSameTexts(draft, saved),
    canUndo: before.length > 0,
    change: (changes: Partial<KeywordTexts>) => {
      setDraft({ ...texts, ...changes });
      setState('still');
    },
    save,
    /** Without leaving the field for anything else. */
    changeAndSave: (changes: Partial<KeywordTexts>) => {
      const next = { ...texts, ...changes };
      setDraft(next);
      save(next);
    },
    /** Back to what is saved. */
    revert: () => setDraft(undefined),
    /** The texts before the last change. */
    undo: () => {
      const last = before.at(-1);
      if (!last) return;
      setDraft(last);
      void put(last, before.slice(0, -1));
    },
  };
}

export type ResultEdit = ReturnType<typeof useResultEdit>;
