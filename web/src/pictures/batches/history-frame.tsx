import { RETENTION_DAYS } from '@portal/contracts/batches';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useRef, useState, type ReactNode } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { VISUALLY_HIDDEN } from '../../ui/visually-hidden.ts';

interface Props {
  isEmpty: boolean;
  onClear: () => void;
  children: ReactNode;
}

/** The heading of a tool's history, with a button to clear it. */
export function HistoryFrame({ isEmpty, onClear, children }: Props) {
  const [isConfirming, setIsConfirming] = useState(false);
  const frame = useRef<HTMLElement>(null);
  const clear = () => {
    onClear();
    // The button, which had the focus, goes with the last batch.
    requestAnimationFrame(() => frame.current?.focus({ preventScroll: true }));
  };
  return (
    <Box
      ref={frame}
      component="section"
      aria-label="History"
      tabIndex={-1}
      sx={{ minWidth: 0, outline: 'none' }}
    >
      <Box sx={HEAD}>
        <Typography variant="h2" sx={TITLE}>
          History
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={NOTE}>
          Files are automatically deleted after {RETENTION_DAYS} days
        </Typography>
        {!isEmpty && (
          <Button
            size="small"
            color="inherit"
            onClick={() => setIsConfirming(true)}
            sx={{ color: 'text.secondary', fontWeight: 400, ml: 'auto', mr: -2 }}
          >
            Clear History
          </Button>
        )}
      </Box>
      {children}
      <ConfirmDialog
        isOpen={isConfirming}
        title="Clear History"
        confirmLabel="Clear History"
        onConfirm={clear}
        onClose={() => setIsConfirming(false)}
      >
        Are you sure you want to clear the batch history? This action cannot be undone.
      </ConfirmDialog>
    </Box>
  );
}

const HEAD = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 4,
  minHeight: 36,
  mb: 3,
} as const;
/** On a phone, the bar above has a tab of that name. */
const TITLE = { '@media (max-width: 599.95px)': VISUALLY_HIDDEN } as const;
/** Below the title and the button where there is no room between them. */
const NOTE = {
  order: { sm: 1, lg: 0 },
  flex: { xs: '1 1 0', sm: '1 0 100%', lg: '1 1 0' },
} as const;

interface DeleteProps {
  isOpen: boolean;
  onDelete: () => void;
  onClose: () => void;
}

export const DeleteBatchDialog = ({ isOpen, onDelete, onClose }: DeleteProps) => (
  <ConfirmDialog
    isOpen={isOpen}
    title="Delete Batch"
    confirmLabel="Delete"
    onConfirm={onDelete}
    onClose={onClose}
  >
    Are you sure you want to delete this batch? This action cannot be undone.
  </ConfirmDialog>
);
