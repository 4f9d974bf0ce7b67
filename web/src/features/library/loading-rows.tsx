import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { Loading } from '../../ui/loading.tsx';

const ROWS = [
  { row: 'first', ratios: [1.5, 1, 0.7, 1.3] },
  { row: 'second', ratios: [0.8, 1.2, 1.4, 1.1] },
  { row: 'third', ratios: [1, 1.6, 0.9, 1.3] },
];

/** In the shape of a batch's header and its rows. */
export const LoadingRows = ({ height }: { height: number }) => (
  <Loading label="Loading pictures">
    <Skeleton width={220} sx={{ mb: 3 }} />
    {ROWS.map(({ row, ratios }) => (
      <Box key={row} sx={{ display: 'flex', gap: 2, mb: 2, overflow: 'hidden' }}>
        {ratios.map((ratio) => (
          <Skeleton key={ratio} variant="rounded" sx={{ flex: `${ratio} 0 0` }} height={height} />
        ))}
      </Box>
    ))}
  </Loading>
);
