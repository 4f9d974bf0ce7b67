import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import { useId, type ReactNode } from 'react';
import { TitledDialog } from './dialog.tsx';

interface Props {
  isOpen: boolean;
  title: string;
  children: ReactNode;
  /** Verb first: 'Revoke access', 'Clear History'. */
  confirmLabel: string;
  onConfirm: () => void;
  onClose: () => void;
  /** False for a dialog that opens because of Back. */
  closesOnBack?: boolean;
  /** Has to be filled in before `canConfirm` is true. Takes the focus. */
  field?: ReactNode;
  canConfirm?: boolean;
  /** False for an action that only needs a second look. */
  isDestructive?: boolean;
}

/** Asks before a destructive action. Cancel has the focus, so Enter alone destroys nothing. */
export function ConfirmDialog({
  isOpen,
  title,
  children,
  confirmLabel,
  onConfirm,
  onClose,
  closesOnBack = true,
  field,
  canConfirm = true,
  isDestructive = true,
}: Props) {
  const textId = useId();
  return (
    <TitledDialog
      open={isOpen}
      onClose={onClose}
      closesOnBack={closesOnBack}
      title={title}
      aria-describedby={textId}
      maxWidth="xs"
    >
      <DialogContent>
        <DialogContentText id={textId}>{children}</DialogContentText>
        {field}
      </DialogContent>
      <DialogActions sx={{ p: 4 }}>
        <Button variant="outlined" onClick={onClose} autoFocus={field === undefined}>
          Cancel
        </Button>
        <Button
          variant="contained"
          color={isDestructive ? 'error' : 'primary'}
          disabled={!canConfirm}
          onClick={() => {
            onConfirm();
            onClose();
          }}
        >
          {confirmLabel}
        </Button>
      </DialogActions>
    </TitledDialog>
  );
}
