import {
  KeywordTextsSchema,
  type KeywordResult,
  type KeywordTexts,
} from '@portal/contracts/keyword-generator';
import { useRef, useState } from 'react';
import { areSameTexts, readTexts, useChangeResult } from './change-result.ts';
import { validateTexts } from './validate-texts.ts';

/** Only the changed fields: another tab may change the others. */
type Changes = Partial<KeywordTexts>;

const FIELDS = KeywordTextsSchema.keyof().options;

/** The fields that differ from the other texts. */
function omitSame(changes: Changes, other: KeywordTexts): Changes {
  const different = { ...changes };
  for (const field of FIELDS)
    if (JSON.stringify(changes[field]) === JSON.stringify(other[field])) delete different[field];
  return different;
}

/** The editing state of one image's texts. */
export function useResultEdit(batchId: string, result: KeywordResult) {
  const send = useChangeResult(batchId);
  /** Unsaved changes. */
  const [draft, setDraft] = useState<Changes>();
  /** The same without waiting for a render: leaving a field may both change and save the texts. */
  const latest = useRef<Changes>(undefined);
  const sent = useRef<KeywordTexts>(undefined);
  const [history, setHistory] = useState<readonly Changes[]>([]);
  const [state, setState] = useState<'idle' | 'saving' | 'saved' | 'failed'>('idle');
  const saved = readTexts(result);
  const texts = { ...saved, ...draft };

  const setChanges = (changes: Changes | undefined) => {
    latest.current = changes;
    setDraft(changes);
  };
  const change = (changes: Changes) => {
    setChanges({ ...latest.current, ...changes });
    setState('idle');
  };
  const submit = async (next: KeywordTexts, nextHistory: readonly Changes[]) => {
    sent.current = next;
    setHistory(nextHistory);
    setState('saving');
    try {
      await send(result.index, next);
      if (sent.current !== next) return;
      sent.current = undefined;
      const unsaved = omitSame(latest.current ?? {}, next);
      const isSaved = Object.keys(unsaved).length === 0;
      setChanges(isSaved ? undefined : unsaved);
      setState(isSaved ? 'saved' : 'idle');
    } catch {
      if (sent.current !== next) return;
      sent.current = undefined;
      setChanges(latest.current ?? omitSame(next, saved));
      setHistory(history);
      setState('failed');
    }
  };
  /** Does nothing if nothing has changed or the texts are invalid. */
  const save = () => {
    const next = { ...saved, ...latest.current };
    if (areSameTexts(next, saved) || (sent.current && areSameTexts(next, sent.current))) return;
    if (KeywordTextsSchema.safeParse(next).success) void submit(next, [...history, omitSame(saved, next)]);
  };
  return {
    texts,
    errors: draft ? validateTexts(texts) : {},
    state,
    isChanged: !areSameTexts(texts, saved),
    canUndo: history.length > 0,
    change,
    save,
    /** Discards unsaved changes. */
    revert: () => setChanges(undefined),
    /** Reverts the last saved change. */
    undo: () => {
      const last = history.at(-1);
      if (!last) return;
      setChanges(last);
      void submit({ ...saved, ...last }, history.slice(0, -1));
    },
  };
}

export type ResultEdit = ReturnType<typeof useResultEdit>;
