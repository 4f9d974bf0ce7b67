import { createContext, use, useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router-dom';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';

const NoteContext = createContext((_title: string, _isDirty: boolean): void => undefined);

/** Has the guard around it ask before leaving while the section is dirty. */
export function useLeaveGuard(title: string, isDirty: boolean): void {
  const note = use(NoteContext);
  useEffect(() => note(title, isDirty), [note, title, isDirty]);
}

/** Asks before leaving with unsaved changes. Only itself is rendered again when a section changes: all fields together take 0.1 s. */
export function LeaveGuard({ children }: { children: ReactNode }) {
  const [unsaved, setUnsaved] = useState<readonly string[]>([]);
  const note = useCallback(
    (title: string, isDirty: boolean) =>
      setUnsaved((titles) => {
        if (titles.includes(title) === isDirty) return titles;
        return isDirty ? [...titles, title] : titles.filter((each) => each !== title);
      }),
    [],
  );
  const isUnsaved = unsaved.length > 0;
  // Closing a dialog also navigates, but stays on the page.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && nextLocation.pathname !== currentLocation.pathname,
  );
  const isLeaving = useRef(false);
  useBeforeUnload((event) => {
    if (isUnsaved) event.preventDefault();
  });
  return (
    <NoteContext value={note}>
      {children}
      <ConfirmDialog
        isOpen={blocker.state === 'blocked'}
        title="Leave without saving?"
        confirmLabel="Leave"
        closesOnBack={false}
        onConfirm={() => {
          isLeaving.current = true;
          blocker.proceed?.();
        }}
        onClose={() => {
          if (!isLeaving.current) blocker.reset?.();
        }}
      >
        Unsaved changes: {unsaved.join(', ')}.
      </ConfirmDialog>
    </NoteContext>
  );
}
