import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { toastFailure } from '../../../shared/toast/toast-store.ts';
import { IconAction } from '../../../shared/ui/icon-action.tsx';

const SHOWN_MS = 1500;

/** Puts a text on the clipboard, and says for a moment that it is there. */
export function CopyAction({ label, text }: { label: string; text: string }) {
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
  return (
    <IconAction
      label={isCopied ? 'Copied' : label}
      onClick={() => void copy()}
      sx={{ width: 28, height: 28, color: isCopied ? 'success.main' : 'text.secondary' }}
    >
      {isCopied ? <Check size={14} /> : <Copy size={14} />}
    </IconAction>
  );
}
