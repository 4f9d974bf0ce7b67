import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLateCode } from '../../ui/use-late-code.ts';
import { makeEarlyKeys } from './early-keys.ts';

const OPEN = 'portal:open-palette';
const isMac = navigator.platform.startsWith('Mac');

export const openPalette = () => dispatchEvent(new Event(OPEN));

export const PaletteHint = ({ onClick }: { onClick: () => void }) => (
  <button
    type="button"
    className="shell-button palette-hint"
    onClick={onClick}
    aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
  >
    <Search aria-hidden size={14} />
    <span>Go to… {isMac ? '⌘K' : 'Ctrl K'}</span>
  </button>
);

/** Opens on Ctrl K or Cmd K. */
export function Palette() {
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const [earlyKeys] = useState(makeEarlyKeys);
  const code = useLateCode('palette', () => import('./palette-dialog.tsx'), { isNeeded: isOpen });
  useEffect(() => {
    const open = () => {
      if (!isOpen) earlyKeys.start();
      setIsOpen(true);
      setWasOpened(true);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) open();
      else if (earlyKeys.keep(event)) event.stopPropagation();
      else return;
      event.preventDefault();
    };
    // Before the page's own shortcuts.
    addEventListener('keydown', onKeyDown, { capture: true });
    addEventListener(OPEN, open);
    return () => {
      removeEventListener('keydown', onKeyDown, { capture: true });
      removeEventListener(OPEN, open);
    };
  }, [earlyKeys, isOpen]);
  return (
    code &&
    wasOpened && (
      <code.PaletteDialog
        isOpen={isOpen}
        takeEarlyKeys={() => earlyKeys.end()}
        onClose={() => setIsOpen(false)}
      />
    )
  );
}
