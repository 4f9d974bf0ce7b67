import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, type ReactNode } from 'react';
import { Dialog } from './dialog.tsx';

interface Props {
  isOpen: boolean;
  title: string;
  children: ReactNode;
  /** Buttons beside Close. */
  actions?: ReactNode;
  onClose: () => void;
}

/** A dialog with text to read and a Close button. */
export function TextDialog({ isOpen, title, children, actions, onClose }: Props) {
  const titleId = useId();
  return (
    <Dialog open={isOpen} onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId} variant="h2">
        {title}
      </DialogTitle>
      <DialogContent>{children}</DialogContent>
      <DialogActions disableSpacing sx={{ p: 4, gap: 2 }}>
        {actions}
        <Button variant="outlined" onClick={onClose} autoFocus>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
