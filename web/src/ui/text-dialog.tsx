import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import type { ReactNode } from 'react';
import { TitledDialog } from './dialog.tsx';

interface Props {
  isOpen: boolean;
  title: string;
  children: ReactNode;
  /** Buttons beside Close. */
  actions?: ReactNode;
  onClose: () => void;
}

/** A dialog with text to read and a Close button. */
export const TextDialog = ({ isOpen, title, children, actions, onClose }: Props) => (
  <TitledDialog open={isOpen} onClose={onClose} title={title} maxWidth="sm">
    <DialogContent>{children}</DialogContent>
    <DialogActions disableSpacing sx={{ p: 4, gap: 2 }}>
      {actions}
      <Button variant="outlined" onClick={onClose} autoFocus>
        Close
      </Button>
    </DialogActions>
  </TitledDialog>
);
