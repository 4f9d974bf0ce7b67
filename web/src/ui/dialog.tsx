import MuiDialog, { type DialogProps } from '@mui/material/Dialog';
import DialogTitle, { type DialogTitleProps } from '@mui/material/DialogTitle';
import { useId, useState, type ReactNode } from 'react';
import { readScheme } from './theme/read-scheme.ts';
import { useBackToClose } from './use-back-to-close.ts';

type Props = Omit<DialogProps, 'onClose'> & { onClose: () => void; closesOnBack?: boolean };

/** The dialog that all others are built on. The browser's Back button closes it. Over the viewer it is as dark. */
export function Dialog({ open, onClose, closesOnBack = true, ...props }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const [scheme, setScheme] = useState<string>();
  if (open !== isOpen) {
    setIsOpen(open);
    // While the focus is where it was opened. The colors stay while it fades out.
    if (open) setScheme(readScheme(document.activeElement));
  }
  useBackToClose(open && closesOnBack, onClose);
  return <MuiDialog data-scheme={scheme} open={open} onClose={onClose} {...props} />;
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
