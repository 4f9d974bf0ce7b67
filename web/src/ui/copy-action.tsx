import Button from '@mui/material/Button';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { toastFailure } from '../client/toast/toast-store.ts';
import { IconAction } from './icon-action.tsx';

const SHOWN_MS = 1500;

interface Props {
  label: string;
  text: string;
  /** Shows the label instead of only an icon. */
  hasLabel?: boolean;
}

/** Copies a text and shows 'Copied' for a moment. */
export function CopyAction({ label, text, hasLabel = false }: Props) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
      setTimeout(() => setIsCopied(false), SHOWN_MS);
    } catch {
      toastFailure();
    }
  };
  const shown = isCopied ? 'Copied' : label;
  const icon = isCopied ? <Check aria-hidden size={14} /> : <Copy aria-hidden size={14} />;
  const color = isCopied ? 'success.main' : 'text.secondary';
  return hasLabel ? (
    <Button
      size="small"
      color="inherit"
      startIcon={icon}
      onClick={() => void copy()}
      sx={{ minHeight: 28, py: 0, px: 2, mr: -1, color, fontSize: '0.8125rem' }}
    >
      {shown}
    </Button>
  ) : (
    <IconAction label={shown} onClick={() => void copy()} sx={{ width: 28, height: 28, color }}>
      {icon}
    </IconAction>
  );
}
