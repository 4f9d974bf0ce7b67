import { useCallback, useEffect, useRef, useState } from 'react';
import { useUserId } from '../../../client/session/use-user-id.ts';
import { readJobDraft, writeJobDraft, type JobDraft } from './job-draft.ts';
import { readPrompts, writePrompts } from './prompts-draft.ts';

const SAVE_AFTER_MS = 300;

export type ChangeDraft = (change: (draft: JobDraft) => JobDraft) => void;

/** The form's values, saved shortly after each change. */
export function useJobDraft() {
  const userId = useUserId();
  const [draft, setDraft] = useState(() => readJobDraft(userId));
  const [prompts, setPrompts] = useState(() => readPrompts(userId));
  useSaved(userId, draft, writeJobDraft);
  useSaved(userId, prompts, writePrompts);
  const change: ChangeDraft = useCallback((apply) => setDraft(apply), []);
  return { draft, change, prompts, setPrompts };
}

/** Saves a value once it has not changed for a moment, and when the page is left. */
function useSaved<Value>(userId: string, value: Value, write: (userId: string, value: Value) => void): void {
  const saved = useRef(value);
  const latest = useRef(value);
  const save = useCallback(() => {
    if (saved.current === latest.current) return;
    saved.current = latest.current;
    write(userId, latest.current);
  }, [userId, write]);
  useEffect(() => {
    latest.current = value;
    const timer = setTimeout(save, SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [value, save]);
  useEffect(() => {
    addEventListener('pagehide', save);
    return () => {
      removeEventListener('pagehide', save);
      save();
    };
  }, [save]);
}
