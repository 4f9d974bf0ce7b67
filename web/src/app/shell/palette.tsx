import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import ListSubheader from '@mui/material/ListSubheader';
import TextField from '@mui/material/TextField';
import { Search } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { END_STATES } from '../../shared/batches/end-state.ts';
import { isAdmin, useSession } from '../../shared/session/session.ts';
import { SHORT_SCREEN } from '../../shared/theme/short-screen.ts';
import { useTools } from '../../shared/tools/tools.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { afterDialogs } from '../../shared/ui/dialog-history.ts';
import { VISUALLY_HIDDEN } from '../../shared/ui/visually-hidden.ts';
import { StatusWord } from '../../shared/ui/status-word.tsx';
import { ADMIN_PAGES } from '../registry/admin-pages.ts';
import { filterEntries, useBatchEntries, type PaletteEntry } from './palette-entries.ts';

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

const ONE_LINE = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' };

/** Opens on Ctrl K or Cmd K and leads to any page or batch. */
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
        // The list is part of the dialog, so the dialog grows with it.
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
      <EntryField id={fieldId} onClose={close} />
    </Dialog>
  );
}

/** Mounted while the palette is open, so that the histories load only then. */
function EntryField({ id, onClose }: { id: string; onClose: () => void }) {
  const { session } = useSession();
  const navigate = useNavigate();
  const tools = useTools();
  const batches = useBatchEntries();
  const entries: PaletteEntry[] = [
    { title: 'Home', path: '/' },
    ...tools.map(({ title, path }) => ({ title, path })),
    ...(isAdmin(session) ? ADMIN_PAGES.map(({ title, path }) => ({ title, path })) : []),
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
      options={entries}
      getOptionLabel={({ title }) => title}
      getOptionKey={({ path }) => path}
      filterOptions={(options, { inputValue }) => filterEntries(options, inputValue)}
      {...(batches.length > 0 && {
        groupBy: ({ batch }: PaletteEntry) => (batch === undefined ? 'Pages' : 'Batches'),
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
      onChange={(_event, entry) => {
        onClose();
        if (entry) void afterDialogs().then(() => navigate(entry.path));
      }}
      renderInput={(params) => <TextField {...params} label="Go to" autoFocus />}
    />
  );
}
