import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** A list of names and values. */
export const FactList = ({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <Box
    component="dl"
    sx={{
      display: 'grid',
      // Columns keep each value close to its name on wide screens.
      gridTemplateColumns: 'repeat(auto-fill, minmax(min(240px, 100%), 1fr))',
      columnGap: 8,
      rowGap: 2,
      m: 0,
    }}
  >
    {facts.map(([name, value]) => (
      <Box
        key={name}
        sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, justifyContent: 'space-between' }}
      >
        <Box component="dt" sx={{ color: 'text.secondary' }}>
          {name}
        </Box>
        <Box component="dd" sx={{ m: 0, ml: 'auto', textAlign: 'right' }}>
          {value}
        </Box>
      </Box>
    ))}
  </Box>
);
