import Button, { buttonClasses } from '@mui/material/Button';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';

interface Props {
  isRunning: boolean;
  onRun: () => void;
}

export function CleanupButton({ isRunning, onRun }: Props) {
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <>
      <Button
        variant="contained"
        // A disabled button could not take the focus back when the dialog closes.
        aria-disabled={isRunning}
        {...(isRunning && { className: buttonClasses.disabled })}
        startIcon={<Trash2 aria-hidden size={16} />}
        onClick={() => setIsConfirming(!isRunning)}
      >
        {isRunning ? 'Running Cleanup...' : 'Run Manual Cleanup'}
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        title="Run manual cleanup?"
        confirmLabel="Delete all files"
        onConfirm={onRun}
        onClose={() => setIsConfirming(false)}
      >
        This deletes all images, videos and raw files from the media storage service, for every user and tool.
        This action cannot be undone. Running batches are skipped. Histories show “Files deleted” for the
        affected batches.
      </ConfirmDialog>
    </>
  );
}
