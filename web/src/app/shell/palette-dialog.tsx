import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import ListSubheader from '@mui/material/ListSubheader';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { END_STATES } from '../../pictures/batches/end-state.ts';
import { isAdmin, useSession } from '../../client/session/session.ts';
import { SHORT_SCREEN } from '../../ui/theme/short-screen.ts';
import { useTools } from '../../pictures/registered-tools/tools.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { afterDialogs } from '../../ui/dialog-history.ts';
import { StatusWord } from '../../ui/status-word.tsx';
import { DELIVERIES_PATH } from '../../tools/deliveries/deliveries-path.ts';
import { accountsQuery } from '../../tools/deliveries/deliveries-query.ts';
import { JOBS_PATH, NEW_JOB_PATH } from '../../pictures/batches/jobs-path.ts';
import { ADMIN_PAGES } from '../registry/admin-pages.ts';
import { filterEntries, useBatchEntries, type PaletteEntry } from './palette-entries.ts';

/** Names differ at their end, so they come before the note, and are cut only after two lines. */
const TITLE = {
  minWidth: 0,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
};
const NOTE = {
  flex: '1 1 0',
  minWidth: { xs: 0, sm: '20%' },
  mx: 3,
  overflow: 'hidden',
  color: 'text.secondary',
  fontSize: '0.8125rem',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
};

interface Props {
  isOpen: boolean;
  /** What was typed before the field had the focus. */
  takeEarlyKeys: () => string;
  onClose: () => void;
}

/** Leads to any page or batch. */
export function PaletteDialog({ isOpen, takeEarlyKeys, onClose }: Props) {
  const fieldId = useId();
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      aria-labelledby={`${fieldId}-label`}
      fullWidth
      maxWidth="sm"
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
      <EntryField id={fieldId} takeEarlyKeys={takeEarlyKeys} onClose={onClose} />
    </Dialog>
  );
}

/** Mounted while the palette is open, so that the histories load only then. */
function EntryField({ id, takeEarlyKeys, onClose }: Omit<Props, 'isOpen'> & { id: string }) {
  const [text, setText] = useState('');
  const { session } = useSession();
  const navigate = useNavigate();
  const tools = useTools();
  const batches = useBatchEntries();
  const { data: accounts = [] } = useQuery(accountsQuery);
  const entries: PaletteEntry[] = [
    { title: 'Home', path: '/' },
    ...tools.map(({ title, path }) => ({ title, path })),
    { title: 'Jobs', path: JOBS_PATH },
    { title: 'New job', path: NEW_JOB_PATH },
    { title: 'Library', path: '/library' },
    ...(accounts.length > 0 ? [{ title: 'Deliveries', path: DELIVERIES_PATH }] : []),
    ...(isAdmin(session) ? ADMIN_PAGES.map(({ title, path }) => ({ title, path })) : []),
    ...batches,
  ];
  return (
    <Autocomplete
      id={id}
      open
      inputValue={text}
      onInputChange={(_event, next) => setText(next)}
      onFocus={() => {
        const typed = takeEarlyKeys();
        setText((shown) => shown + typed);
      }}
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
          <Box component="span" sx={TITLE}>
            {title}
          </Box>
          {batch && (
            <Box component="span" sx={NOTE}>
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
