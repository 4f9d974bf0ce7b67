import type { Preset } from '@portal/contracts/stylizer';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Loading } from '../../ui/loading.tsx';
import { ErrorState } from '../../ui/notice-state.tsx';
import { presetsQuery } from './presets-query.ts';
import { PresetTile } from './preset-tile.tsx';

interface Props {
  /** The id of the chosen preset, or '' for none. */
  value: string;
  /** Id of the element with the chosen preset's note. */
  noteId: string;
  onChoose: (id: string) => void;
}

export function PresetField(props: Props) {
  const id = useId();
  const { data: presets, isPending, isLoadingError, refetch } = useQuery(presetsQuery);
  return (
    <Box sx={{ display: 'grid', gap: 2, containerType: 'inline-size' }}>
      <Typography id={`${id}-label`} variant="h3">
        Style
      </Typography>
      {isPending && <LoadingTiles />}
      {isLoadingError && (
        <ErrorState
          title="The styles could not be loaded"
          action={
            <Button variant="outlined" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        />
      )}
      {presets && <PresetGrid id={id} presets={presets} {...props} />}
    </Box>
  );
}

interface GridProps extends Props {
  id: string;
  presets: readonly Preset[];
}

/** Radio buttons: one tab stop, arrow keys to move. */
function PresetGrid({ id, presets, value, noteId, onChoose }: GridProps) {
  const chosen = presets.find((preset) => preset.id === value);
  const tabStop = chosen ?? presets[0];
  return (
    <Box role="radiogroup" aria-labelledby={`${id}-label`} aria-required sx={GRID}>
      {presets.map((preset) => (
        <PresetTile
          key={preset.id}
          preset={preset}
          groupName={id}
          isChosen={preset === chosen}
          isTabStop={preset === tabStop}
          noteId={preset === chosen ? noteId : undefined}
          onChoose={() => onChoose(preset.id)}
        />
      ))}
    </Box>
  );
}

const LoadingTiles = () => (
  <Loading label="Loading styles" sx={GRID}>
    {Array.from({ length: 9 }, (_, index) => (
      <Box key={index} sx={{ p: '6px' }}>
        <Skeleton data-frame variant="rounded" sx={{ width: '100%', height: 'auto', aspectRatio: '1' }} />
        <Skeleton width="60%" height={32} />
      </Box>
    ))}
  </Loading>
);

const GRID = {
  display: 'grid',
  '& label': { fontSize: '0.8125rem' },
  gap: 2.5,
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  '@container (min-width: 440px)': { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
  '@container (min-width: 500px)': {
    gridTemplateColumns: 'repeat(5, minmax(0, 1fr))',
    '& [data-frame]': { aspectRatio: '3 / 2' },
    // Above the dots.
    '& [data-frame] > button': { top: 6, right: 6, width: 24, height: 24 },
    '& label': { fontSize: '0.75rem' },
  },
} as const;
