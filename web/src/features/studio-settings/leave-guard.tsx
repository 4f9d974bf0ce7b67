import { useRef } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router-dom';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

/** Asks before leaving with unsaved changes. */
export function LeaveGuard({ unsaved }: { unsaved: readonly string[] }) {
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
  );
}
