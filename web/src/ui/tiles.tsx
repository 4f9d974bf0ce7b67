import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import type { ReactNode } from 'react';

export interface Tile {
  label: string;
  value: string;
  /** What the value refers to, or its total. */
  note?: ReactNode;
}

interface Props {
  /** The accessible name of the group. */
  label: string;
  tiles: readonly Tile[];
}

/** A row of key figures. */
export const Tiles = ({ label, tiles }: Props) => (
  <Box component="section" aria-label={label}>
    <Box component="dl" sx={ROW}>
      {tiles.map(({ label: name, value, note }) => (
        <Card key={name} sx={TILE}>
          <Box component="dt" sx={SMALL}>
            {name}
          </Box>
          <Box
            component="dd"
            sx={{ m: 0, fontSize: '1.5rem', lineHeight: 1.3, fontWeight: 600, whiteSpace: 'nowrap' }}
          >
            {value}
          </Box>
          {note !== undefined && (
            <Box component="dd" sx={{ m: 0, ...SMALL }}>
              {note}
            </Box>
          )}
        </Card>
      ))}
    </Box>
  </Box>
);

export const LoadingTiles = ({ count }: { count: number }) => (
  <Box sx={ROW}>
    {Array.from({ length: count }, (_, index) => (
      <Skeleton key={index} variant="rounded" height={86} sx={{ borderRadius: '12px' }} />
    ))}
  </Box>
);

/** As many tiles per row as fit without cutting off a number. */
const ROW = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: { xs: 2, sm: 3 },
  m: 0,
  '& > *': { flex: { xs: '1 1 40%', sm: '1 1 120px' } },
} as const;

const TILE = { display: 'grid', alignContent: 'start', gap: 1, px: 4, py: 3 } as const;

const SMALL = { fontSize: '0.8125rem', color: 'text.secondary' } as const;
