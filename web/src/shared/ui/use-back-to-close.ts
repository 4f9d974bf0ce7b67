import { useEffect, useEffectEvent } from 'react';
import { addDialog } from './dialog-history.ts';

/** While it is open, the browser's Back closes it instead of leaving the page. */
export function useBackToClose(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => (isOpen ? addDialog({ close: () => close() }) : undefined), [isOpen]);
}
