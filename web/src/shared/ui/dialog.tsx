import MuiDialog, { type DialogProps } from '@mui/material/Dialog';
import { useBackToClose } from './use-back-to-close.ts';

type Props = Omit<DialogProps, 'onClose'> & { onClose: () => void; closesOnBack?: boolean };

/** The dialog that all others are built on. The browser's Back button closes it. */
export function Dialog({ open, onClose, closesOnBack = true, ...props }: Props) {
  useBackToClose(open && closesOnBack, onClose);
  return <MuiDialog open={open} onClose={onClose} {...props} />;
}
