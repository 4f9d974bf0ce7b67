import {
  KeywordTextsSchema,
  type KeywordResult,
  type KeywordTexts,
} from '@portal/contracts/keyword-generator';
import { useRef, useState } from 'react';
import { areSameTexts, readTexts, useChangeResult } from './change-result.ts';
import { validateTexts } from './validate-texts.ts';

/** The editing state of one image's texts. */
export function useResultEdit(batchId: string, result: KeywordResult) {
  const send = useChangeResult(batchId);
  /** Unsaved changes. */
  const [draft, setDraft] = useState<KeywordTexts>();
  /** The same without waiting for a render: leaving a field may both change and save the texts. */
  const latest = useRef<KeywordTexts>(undefined);
  const sent = useRef<KeywordTexts>(undefined);
  const [history, setHistory] = useState<readonly KeywordTexts[]>([]);
  const [state, setState] = useState<'idle' | 'saving' | 'saved' | 'failed'>('idle');
  const saved = readTexts(result);

  const setTexts = (texts: KeywordTexts | undefined) => {
    latest.current = texts;
    setDraft(texts);
  };
  const change = (changes: Partial<KeywordTexts>) => {
    setTexts({ ...(latest.current ?? saved), ...changes });
    setState('idle');
  };
  const submit = async (next: KeywordTexts, nextHistory: readonly KeywordTexts[]) => {
    sent.current = next;
    setHistory(nextHistory);
    setState('saving');
    try {
      await send(result.index, next);
      if (sent.current !== next) return;
      const isSaved = !latest.current || areSameTexts(latest.current, next);
      if (isSaved) setTexts(undefined);
      setState(isSaved ? 'saved' : 'idle');
    } catch {
      if (sent.current !== next) return;
      sent.current = undefined;
      setTexts(latest.current ?? next);
      setHistory(history);
      setState('failed');
    }
  };
  /** Does nothing if nothing has changed or the texts are invalid. */
  const save = () => {
    const next = latest.current ?? saved;
    if (areSameTexts(next, saved) || (sent.current && areSameTexts(next, sent.current))) return;
    if (KeywordTextsSchema.safeParse(next).success) void submit(next, [...history, saved]);
  };
  return {
    texts: draft ?? saved,
    errors: draft ? validateTexts(draft) : {},
    state,
    isChanged: draft !== undefined && !areSameTexts(draft, saved),
    canUndo: history.length > 0,
    change,
    save,
    /** Discards unsaved changes. */
    revert: () => setTexts(undefined),
    /** Restores the texts before the last saved change. */
    undo: () => {
      const last = history.at(-1);
      if (!last) return;
      setTexts(last);
      void submit(last, history.slice(0, -1));
    },
  };
}

export type ResultEdit = ReturnType<typeof useResultEdit>;
