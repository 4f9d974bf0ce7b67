import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Dialog from '@mui/material/Dialog';
import TextField from '@mui/material/TextField';
import { Search } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { isAdmin, useSession } from '../../shared/session/session.ts';
import { TOOLS } from '../../shared/tools.ts';

const OPEN = 'portal:open-palette';
const isMac = navigator.platform.startsWith('Mac');

/** A phone has room for the icon alone. */
const READ_ALOUD_ONLY = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
};

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
    <Box component="span" sx={(theme) => ({ [theme.breakpoints.down('sm')]: READ_ALOUD_ONLY })}>
      Go to… {isMac ? '⌘K' : 'Ctrl K'}
    </Box>
  </ButtonBase>
);

/** Ctrl or Cmd with K: type a few letters, Enter goes there. */
export function Palette() {
  const [isOpen, setIsOpen] = useState(false);
  const { session } = useSession();
  const navigate = useNavigate();
  const fieldId = useId();
  const close = () => setIsOpen(false);
  useEffect(() => {
    const open = () => setIsOpen(true);
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

  const places = [
    { title: 'Home', path: '/' },
    ...TOOLS.map(({ title, path }) => ({ title, path })),
    ...(isAdmin(session) ? [{ title: 'User Directory', path: '/admin/user-directory' }] : []),
  ];
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      aria-labelledby={`${fieldId}-label`}
      fullWidth
      maxWidth="xs"
      sx={{
        '& .MuiDialog-container': { alignItems: 'start', pt: '12vh' },
        '& .MuiAutocomplete-option': { borderRadius: '6px' },
      }}
    >
      <Autocomplete
        id={fieldId}
        open
        onClose={(_event, reason) => {
          if (reason === 'escape') close();
        }}
        autoHighlight
        disablePortal
        forcePopupIcon={false}
        options={places}
        getOptionLabel={({ title }) => title}
        sx={{ p: 3, minHeight: { xs: 372, sm: 276 } }}
        onChange={(_event, place) => {
          close();
          if (place) void navigate(place.path);
        }}
        renderInput={(params) => <TextField {...params} label="Go to" autoFocus />}
      />
    </Dialog>
  );
}
