import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { X } from 'lucide-react';
import { IconAction } from '../../../ui/icon-action.tsx';

/** Shown after 'Copy Settings' has replaced an unsent prompt. */
export const ReplacedPrompt = ({ onUndo, onDismiss }: { onUndo: () => void; onDismiss: () => void }) => (
  <Box
    role="status"
    sx={{
      display: 'flex',
      alignItems: 'center',
      gap: 1,
      pl: 3,
      pr: 1,
      py: 0.5,
      border: '1px solid',
      borderColor: 'divider',
      borderRadius: '10px',
      bgcolor: 'background.default',
      fontSize: '0.8125rem',
    }}
  >
    <Box component="span" sx={{ flexGrow: 1 }}>
      Your prompt was replaced.
    </Box>
    <Button size="small" variant="text" onClick={onUndo} sx={{ minHeight: 30, px: 2 }}>
      Undo
    </Button>
    <IconAction label="Dismiss" onClick={onDismiss}>
      <X size={14} />
    </IconAction>
  </Box>
);
