import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLateCode } from '../../shared/ui/use-late-code.ts';

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
  const code = useLateCode('palette', () => import('./palette-dialog.tsx'), { isNeeded: isOpen });
  useEffect(() => {
    const open = () => {
      setIsOpen(true);
      setWasOpened(true);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
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
  return code && wasOpened && <code.PaletteDialog isOpen={isOpen} onClose={() => setIsOpen(false)} />;
}
