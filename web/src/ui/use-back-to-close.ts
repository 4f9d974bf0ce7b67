import { useEffect, useEffectEvent } from 'react';
import { addDialog } from './dialog-history.ts';

/** While open, the browser's Back button calls `onClose` instead of leaving the page. */
export function useBackToClose(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => (isOpen ? addDialog({ close: () => close() }) : undefined), [isOpen]);
}
