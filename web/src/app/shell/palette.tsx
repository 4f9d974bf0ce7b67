import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLateCode } from '../../shared/ui/use-late-code.ts';
import { VISUALLY_HIDDEN } from '../../shared/ui/visually-hidden.ts';

const OPEN = 'portal:open-palette';
const isMac = navigator.platform.startsWith('Mac');

export const openPalette = () => dispatchEvent(new Event(OPEN));

export const PaletteHint = ({ onClick }: { onClick: () => void }) => (
  <ButtonBase
    onClick={onClick}
    aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
    sx={{
      gap: 2,
      px: 3,
      height: 32,
      border: '1px solid',
      borderColor: 'divider',
      borderRadius: '8px',
      color: 'text.secondary',
      font: 'inherit',
      fontSize: '0.8125rem',
    }}
  >
    <Search aria-hidden size={14} />
    <Box component="span" sx={(theme) => ({ [theme.breakpoints.down('sm')]: VISUALLY_HIDDEN })}>
      Go to… {isMac ? '⌘K' : 'Ctrl K'}
    </Box>
  </ButtonBase>
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
