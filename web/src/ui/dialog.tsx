import MuiDialog, { type DialogProps } from '@mui/material/Dialog';
import DialogTitle, { type DialogTitleProps } from '@mui/material/DialogTitle';
import { useId, type ReactNode } from 'react';
import { useBackToClose } from './use-back-to-close.ts';

type Props = Omit<DialogProps, 'onClose'> & { onClose: () => void; closesOnBack?: boolean };

/** The dialog that all others are built on. The browser's Back button closes it. */
export function Dialog({ open, onClose, closesOnBack = true, ...props }: Props) {
  useBackToClose(open && closesOnBack, onClose);
  return <MuiDialog open={open} onClose={onClose} {...props} />;
}

type TitledProps = Omit<Props, 'title'> & { title: ReactNode; titleSx?: DialogTitleProps['sx'] };

/** As wide as `maxWidth`, and named by its title. */
export function TitledDialog({ title, titleSx, children, ...props }: TitledProps) {
  const id = useId();
  return (
    <Dialog aria-labelledby={id} fullWidth {...props}>
      <DialogTitle id={id} variant="h2" sx={titleSx}>
        {title}
      </DialogTitle>
      {children}
    </Dialog>
  );
}
