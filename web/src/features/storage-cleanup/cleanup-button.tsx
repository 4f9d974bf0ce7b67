import Box from '@mui/material/Box';
import Button, { buttonClasses } from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { isTypedWord, TYPED_WORD } from './typed-word.ts';

interface Props {
  isRunning: boolean;
  onRun: () => void;
}

export function CleanupButton({ isRunning, onRun }: Props) {
  const [isConfirming, setIsConfirming] = useState(false);
  const [typed, setTyped] = useState('');
  const canConfirm = isTypedWord(typed);
  const close = () => {
    setIsConfirming(false);
    setTyped('');
  };
  return (
    <>
      <Button
        variant="outlined"
        color="error"
        // A disabled button could not take the focus back when the dialog closes.
        aria-disabled={isRunning}
        {...(isRunning && { className: buttonClasses.disabled })}
        startIcon={<Trash2 aria-hidden size={16} />}
        onClick={() => setIsConfirming(!isRunning)}
        sx={RED_OUTLINE}
      >
        {isRunning ? 'Running Cleanup...' : 'Run Manual Cleanup'}
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        title="Run manual cleanup?"
        confirmLabel="Delete all files"
        canConfirm={canConfirm}
        onConfirm={onRun}
        onClose={close}
        field={
          <Box
            component="form"
            sx={{ mt: 4 }}
            onSubmit={(event) => {
              event.preventDefault();
              if (!canConfirm) return;
              onRun();
              close();
            }}
          >
            <TextField
              label={`Type ${TYPED_WORD} to confirm`}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              autoFocus
              autoComplete="off"
              fullWidth
              slotProps={{ htmlInput: { autoCapitalize: 'characters', spellCheck: false } }}
            />
          </Box>
        }
      >
        This deletes all images, videos and raw files from the media storage service, for every user and tool.
        This action cannot be undone. Running batches are skipped. Histories show “Files deleted” for the
        affected batches.
      </ConfirmDialog>
    </>
  );
}

/** The theme's outlined buttons are gray. */
const RED_OUTLINE = {
  color: 'error.main',
  borderColor: 'error.main',
  '&:hover': { borderColor: 'error.main' },
} as const;
