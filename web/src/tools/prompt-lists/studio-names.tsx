import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useLoadError } from '../../client/api/use-load-error.ts';
import { formatCount } from '../../ui/count.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { promptListsQuery, promptStylesQuery } from './studio-prompts-query.ts';
import type { StudioKind } from './studio-text.ts';

interface Props {
  kind: StudioKind;
  selected: string | undefined;
  onSelect: (name: string) => void;
}

/** The studio's lists with their number of entries, or its styles. */
export function StudioNames({ kind, selected, onSelect }: Props) {
  const lists = useQuery({ ...promptListsQuery, enabled: kind === 'list' });
  const styles = useQuery({ ...promptStylesQuery, enabled: kind === 'style' });
  const query = kind === 'list' ? lists : styles;
  const loadError = useLoadError(query);
  const noun = kind === 'list' ? 'lists' : 'styles';
  if (loadError) {
    return (
      <LoadFailure
        title={`The ${noun} could not be loaded`}
        error={loadError}
        onTryAgain={() => void query.refetch()}
      />
    );
  }
  if (!query.data) {
    return (
      <Loading label={`Loading ${noun}`} sx={{ display: 'grid', gap: 1 }}>
        {Array.from({ length: 4 }, (_, index) => (
          <Skeleton key={index} variant="rounded" height={36} />
        ))}
      </Loading>
    );
  }
  if (query.data.length === 0) {
    return <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>The studio has no {noun} yet.</Box>;
  }
  return (
    <Box component="ul" aria-label={kind === 'list' ? 'Lists' : 'Styles'} sx={LIST}>
      {query.data.map((each) => (
        <li key={each.name}>
          <Box
            component="button"
            type="button"
            aria-current={each.name === selected}
            onClick={() => onSelect(each.name)}
            sx={NAME}
          >
            <span>{each.name}</span>
            {'count' in each && (
              <Box component="span" aria-label={`${each.count} entries`} sx={COUNT}>
                {formatCount(each.count)}
              </Box>
            )}
          </Box>
        </li>
      ))}
    </Box>
  );
}

const LIST = {
  m: 0,
  p: 0,
  listStyle: 'none',
  maxHeight: { xs: 180, sm: 'none' },
  overflowY: { xs: 'auto', sm: 'visible' },
} as const;
const NAME = {
  display: 'flex',
  justifyContent: 'space-between',
  gap: 2,
  width: '100%',
  minHeight: 36,
  alignItems: 'center',
  px: 2.5,
  py: 1,
  border: 0,
  borderRadius: '8px',
  background: 'none',
  font: 'inherit',
  color: 'inherit',
  textAlign: 'start',
  overflowWrap: 'anywhere',
  cursor: 'pointer',
  '&:hover': { bgcolor: 'action.hover' },
  '&[aria-current=true]': { bgcolor: 'action.selected', fontWeight: 500 },
  '&:focus-visible': { outline: '2px solid var(--mui-palette-primary-main)', outlineOffset: '-2px' },
} as const;
const COUNT = {
  fontSize: '0.75rem',
  fontWeight: 400,
  color: 'text.secondary',
  fontVariantNumeric: 'tabular-nums',
} as const;
