import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { X } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { SHORT_SCREEN } from './theme/short-screen.ts';

interface Props {
  isOpen: boolean;
  title: string;
  /** Shown below the title. Stays while the content scrolls. */
  tools?: ReactNode;
  /** Has nothing that takes the focus, which the keyboard needs to scroll. */
  isTextOnly?: boolean;
  children: ReactNode;
  onClose: () => void;
}

/** A dialog as wide as the page, full screen on a phone. */
export function WideDialog({ isOpen, title, tools, isTextOnly = false, children, onClose }: Props) {
  const titleId = useId();
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      aria-labelledby={titleId}
      maxWidth="lg"
      fullWidth
      sx={FULL_SCREEN_ON_PHONE}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, pr: 3 }}>
        <DialogTitle id={titleId} variant="h2" noWrap sx={{ flex: '1 1 0', minWidth: 0 }}>
          {title}
        </DialogTitle>
        <Button
          variant="outlined"
          onClick={onClose}
          startIcon={<X aria-hidden size={15} />}
          autoFocus
          sx={{ flexShrink: 0 }}
        >
          Close
        </Button>
      </Box>
      {tools}
      <DialogContent
        dividers
        {...(isTextOnly && { tabIndex: 0, role: 'region', 'aria-labelledby': titleId })}
        sx={{ borderBottom: 0, minHeight: 260 }}
      >
        {children}
      </DialogContent>
    </Dialog>
  );
}

/** Makes a dialog fill the screen on phones and other short screens. */
export const FULL_SCREEN_ON_PHONE = {
  '& .MuiDialog-paper': {
    m: { xs: 0, sm: 8 },
    width: { xs: '100%' },
    height: { xs: '100dvh', sm: 'auto' },
    maxHeight: { xs: 'none', sm: 'calc(100% - 64px)' },
    borderRadius: { xs: 0, sm: '12px' },
    [SHORT_SCREEN]: { m: 0, width: '100%', height: '100dvh', maxHeight: 'none', borderRadius: 0 },
  },
} as const;
