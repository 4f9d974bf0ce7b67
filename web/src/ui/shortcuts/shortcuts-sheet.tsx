import { useEffect, useState } from 'react';
import { useLateCode } from '../use-late-code.ts';
import { isTyping } from './shortcuts.ts';

const OPEN = 'portal:open-shortcuts';

export const openShortcuts = () => dispatchEvent(new Event(OPEN));

/** The list of keyboard shortcuts. Opens on '?' outside of text fields. */
export function ShortcutsSheet() {
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const code = useLateCode('shortcuts', () => import('./shortcuts-dialog.tsx'), { isNeeded: isOpen });
  useEffect(() => {
    const open = () => {
      setIsOpen(true);
      setWasOpened(true);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      event.preventDefault();
      open();
    };
    addEventListener('keydown', onKeyDown);
    addEventListener(OPEN, open);
    return () => {
      removeEventListener('keydown', onKeyDown);
      removeEventListener(OPEN, open);
    };
  }, []);
  return code && wasOpened && <code.ShortcutsDialog isOpen={isOpen} onClose={() => setIsOpen(false)} />;
}
