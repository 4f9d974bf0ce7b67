import MuiDialog, { type DialogProps } from '@mui/material/Dialog';
import { useBackToClose } from './use-back-to-close.ts';

type Props = Omit<DialogProps, 'onClose'> & { onClose: () => void; closesOnBack?: boolean };

/** The one dialog of the portal: the browser's Back closes it, too. */
export function Dialog({ open, onClose, closesOnBack = true, ...props }: Props) {
  useBackToClose(open && closesOnBack, onClose);
  return <MuiDialog open={open} onClose={onClose} {...props} />;
}
