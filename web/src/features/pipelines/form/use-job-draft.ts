import { useCallback, useEffect, useRef, useState } from 'react';
import { useUserId } from '../../../shared/session/use-user-id.ts';
import { readDraft, writeDraft, type JobDraft } from './job-draft.ts';

const SAVE_AFTER_MS = 300;

export type ChangeDraft = (change: (draft: JobDraft) => JobDraft) => void;

/** The form's values, saved shortly after each change. */
export function useJobDraft(): [JobDraft, ChangeDraft] {
  const userId = useUserId();
  const [draft, setDraft] = useState(() => readDraft(userId));
  const unsaved = useRef<JobDraft>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const save = useCallback(() => {
    clearTimeout(timer.current);
    if (unsaved.current) writeDraft(userId, unsaved.current);
    unsaved.current = undefined;
  }, [userId]);
  const change: ChangeDraft = useCallback((apply) => setDraft(apply), []);
  const first = useRef(draft);
  useEffect(() => {
    if (draft === first.current) return;
    unsaved.current = draft;
    clearTimeout(timer.current);
    timer.current = setTimeout(save, SAVE_AFTER_MS);
  }, [draft, save]);
  useEffect(() => {
    addEventListener('pagehide', save);
    return () => {
      removeEventListener('pagehide', save);
      save();
    };
  }, [save]);
  return [draft, change];
}
