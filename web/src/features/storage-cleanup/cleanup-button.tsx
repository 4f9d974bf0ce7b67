import Button, { buttonClasses } from '@mui/material/Button';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';

interface Props {
  isRunning: boolean;
  onRun: () => void;
}

export function CleanupButton({ isRunning, onRun }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button
        variant="contained"
        // One that is disabled would lose the focus that the question gives back to it.
        aria-disabled={isRunning}
        {...(isRunning && { className: buttonClasses.disabled })}
        startIcon={<Trash2 aria-hidden size={16} />}
        onClick={() => setIsAsking(!isRunning)}
      >
        {isRunning ? 'Running Cleanup...' : 'Run Manual Cleanup'}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Run manual cleanup?"
        confirmLabel="Delete all files"
        onConfirm={onRun}
        onClose={() => setIsAsking(false)}
      >
        This deletes all images, videos and raw files from the media storage service, of every person and
        tool. It cannot be undone. Batches that still run are spared. The histories will say “Files deleted”
        where the files are gone.
      </ConfirmDialog>
    </>
  );
}
