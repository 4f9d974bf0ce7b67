import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import ListSubheader from '@mui/material/ListSubheader';
import TextField from '@mui/material/TextField';
import { Search } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { SETTINGS_PATH } from '../../features/studio-settings/section/settings-query.ts';
import { END_STATES } from '../../shared/batches/end-state.ts';
import { isAdmin, useSession } from '../../shared/session/session.ts';
import { SHORT_SCREEN } from '../../shared/theme/short-screen.ts';
import { TOOLS } from '../../shared/tools.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { afterDialogs } from '../../shared/ui/dialog-history.ts';
import { READ_ALOUD_ONLY } from '../../shared/ui/read-aloud-only.ts';
import { StatusWord } from '../../shared/ui/status-word.tsx';
import { findPlaces, useBatchPlaces, type Place } from './batch-places.ts';

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
    <Box component="span" sx={(theme) => ({ [theme.breakpoints.down('sm')]: READ_ALOUD_ONLY })}>
      Go to… {isMac ? '⌘K' : 'Ctrl K'}
    </Box>
  </ButtonBase>
);

const ADMIN_PLACES: readonly Place[] = [
  { title: 'User Directory', path: '/admin/user-directory' },
  { title: 'Storage Cleanup', path: '/admin/cloudinary' },
  { title: 'API Management', path: '/admin/api' },
  { title: 'Settings', path: SETTINGS_PATH },
];

const ONE_LINE = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' };

/** Ctrl or Cmd with K: type a few letters, Enter goes there. */
export function Palette() {
  const [isOpen, setIsOpen] = useState(false);
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

  return (
    <Dialog
      open={isOpen}
      onClose={close}
      aria-labelledby={`${fieldId}-label`}
      fullWidth
      maxWidth="xs"
      sx={{
        '& .MuiDialog-container': { alignItems: 'start', pt: '12vh', [SHORT_SCREEN]: { pt: 0 } },
        '& .MuiDialog-paper': { minHeight: { xs: 372, sm: 276 }, [SHORT_SCREEN]: { minHeight: 0 } },
        '& .MuiAutocomplete-option': { borderRadius: '6px' },
        // The list is part of the dialog, which grows with it.
        '& .MuiAutocomplete-popper': {
          position: 'static !important',
          transform: 'none !important',
          width: 'auto !important',
          px: 3,
        },
        '& .MuiAutocomplete-listbox': { maxHeight: '60dvh', pt: 0 },
        '& .MuiAutocomplete-groupLabel': { lineHeight: 2.5, fontSize: '0.75rem', bgcolor: 'transparent' },
      }}
    >
      <PlaceField id={fieldId} onClose={close} />
    </Dialog>
  );
}

/** Mounted while the palette is open: only then are all lists read. */
function PlaceField({ id, onClose }: { id: string; onClose: () => void }) {
  const { session } = useSession();
  const navigate = useNavigate();
  const batches = useBatchPlaces();
  const places: Place[] = [
    { title: 'Home', path: '/' },
    ...TOOLS.map(({ title, path }) => ({ title, path })),
    ...(isAdmin(session) ? ADMIN_PLACES : []),
    ...batches,
  ];
  return (
    <Autocomplete
      id={id}
      open
      onClose={(_event, reason) => {
        if (reason === 'escape') onClose();
      }}
      autoHighlight
      disablePortal
      forcePopupIcon={false}
      options={places}
      getOptionLabel={({ title }) => title}
      getOptionKey={({ path }) => path}
      filterOptions={(options, { inputValue }) => findPlaces(options, inputValue)}
      {...(batches.length > 0 && {
        groupBy: ({ batch }: Place) => (batch === undefined ? 'Pages' : 'Batches'),
      })}
      renderGroup={({ key, group, children }) => (
        <Box key={key} role="group" aria-label={group}>
          <ListSubheader component="div" aria-hidden className="MuiAutocomplete-groupLabel">
            {group}
          </ListSubheader>
          <Box component="ul" role="presentation" className="MuiAutocomplete-groupUl" sx={{ p: 0 }}>
            {children}
          </Box>
        </Box>
      )}
      renderOption={({ key, ...props }, { title, batch }) => (
        <Box component="li" key={key} {...props}>
          <Box component="span" sx={{ flexShrink: 0, maxWidth: batch ? '60%' : '100%', ...ONE_LINE }}>
            {title}
          </Box>
          {batch && (
            <Box
              component="span"
              sx={{ flexGrow: 1, mx: 3, color: 'text.secondary', fontSize: '0.8125rem', ...ONE_LINE }}
            >
              {batch.note}
            </Box>
          )}
          {batch?.endState && (
            <Box component="span" sx={{ flexShrink: 0, fontSize: '0.8125rem' }}>
              <StatusWord {...END_STATES[batch.endState]} />
            </Box>
          )}
        </Box>
      )}
      sx={{ p: 3 }}
      onChange={(_event, place) => {
        onClose();
        if (place) void afterDialogs().then(() => navigate(place.path));
      }}
      renderInput={(params) => <TextField {...params} label="Go to" autoFocus />}
    />
  );
}
