import { useRef } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router-dom';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';

/** Asks before changes that are not saved are lost. */
export function LeaveGuard({ unsaved }: { unsaved: readonly string[] }) {
  const isUnsaved = unsaved.length > 0;
  // A dialog's entry in the history has the path of its page: closing it leaves nothing.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && nextLocation.pathname !== currentLocation.pathname,
  );
  const isLeaving = useRef(false);
  useBeforeUnload((event) => {
    if (isUnsaved) event.preventDefault();
  });
  return (
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
      Your changes are not saved: {unsaved.join(', ')}.
    </ConfirmDialog>
  );
}
