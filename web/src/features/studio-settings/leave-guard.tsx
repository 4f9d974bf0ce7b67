import { useRef } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router-dom';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';

/** Asks before changes that are not saved are lost. */
export function LeaveGuard({ unsaved }: { unsaved: readonly string[] }) {
  const isUnsaved = unsaved.length > 0;
  const blocker = useBlocker(isUnsaved);
  const isLeaving = useRef(false);
  useBeforeUnload((event) => {
    if (isUnsaved) event.preventDefault();
  });
  return (
    <ConfirmDialog
      isOpen={blocker.state === 'blocked'}
      title="Leave without saving?"
      confirmLabel="Leave"
      onConfirm={() => {
        isLeaving.current = true;
        blocker.proceed?.();
      }}
      onClose={() => {
        if (!isLeaving.current) blocker.reset?.();
      }}
    >
      Your changes are not saved: {unsaved.join(', ')}.
    </ConfirmDialog>
  );
}
