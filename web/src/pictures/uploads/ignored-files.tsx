import Box from '@mui/material/Box';
import { Info } from 'lucide-react';
import { useId, useState } from 'react';
import type { IgnoredFile } from './check-files.ts';
import { describeIgnored, describeReason } from './describe-ignored.ts';
import type { Uploads } from './uploads.ts';
import { useStore } from '../../client/observable.ts';

const MAX_NAMES = 200;

/** Summary of the files ignored in the last selection, with the list on request. */
export function IgnoredFiles({ uploads, status }: { uploads: Uploads; status: string | undefined }) {
  const { selection } = uploads;
  const ignored = useStore(selection.subscribe, selection.getIgnored);
  const [open, setOpen] = useState<readonly IgnoredFile[]>();
  const listId = useId();
  const isOpen = open === ignored;
  const hasDetail = status === undefined && ignored.length > 0;
  return (
    <Box
      sx={{
        fontSize: '0.8125rem',
        color: 'text.secondary',
        '&:not(:has(> [role=status] > *))': { display: 'none' },
      }}
    >
      <Box role="status">
        {status !== undefined && <span>{status}</span>}
        {hasDetail && (
          <Box component="span" sx={{ display: 'flex', alignItems: 'baseline', gap: 1.5 }}>
            <Box component="span" sx={{ flexShrink: 0, alignSelf: 'start', pt: '3px', lineHeight: 0 }}>
              <Info aria-hidden size={14} />
            </Box>
            <span>
              {describeIgnored(ignored)}{' '}
              <Box
                component="button"
                type="button"
                aria-expanded={isOpen}
                aria-controls={listId}
                onClick={() => setOpen(isOpen ? undefined : ignored)}
                sx={LINK}
              >
                {isOpen ? 'Hide' : 'Show'}
              </Box>
            </span>
          </Box>
        )}
      </Box>
      <Box component="ul" id={listId} hidden={!isOpen || !hasDetail} sx={LIST}>
        {isOpen &&
          ignored.slice(0, MAX_NAMES).map(({ name, reason }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- names repeat, and the list does not change
            <li key={index}>
              {name} · {describeReason(reason)}
            </li>
          ))}
        {ignored.length > MAX_NAMES && <li>and {ignored.length - MAX_NAMES} more</li>}
      </Box>
    </Box>
  );
}

const LINK = {
  p: 0,
  border: 0,
  background: 'none',
  font: 'inherit',
  color: 'primary.main',
  cursor: 'pointer',
  '&:hover': { textDecoration: 'underline' },
} as const;
const LIST = {
  m: 0,
  mt: 1,
  pl: 5.5,
  maxHeight: 120,
  overflowY: 'auto',
  listStyle: 'none',
  '& li': { overflowWrap: 'anywhere' },
} as const;
