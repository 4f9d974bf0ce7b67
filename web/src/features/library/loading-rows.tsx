import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { Loading } from '../../shared/ui/loading.tsx';

const RATIOS = [1.5, 1, 1, 0.7, 1.3, 1, 1.5, 1];
const ROWS = 3;

/** In the shape of a batch's header and its rows. */
export const LoadingRows = ({ height }: { height: number }) => (
  <Loading label="Loading pictures">
    <Skeleton width={220} sx={{ mb: 3 }} />
    {Array.from({ length: ROWS }, (_, row) => (
      <Box key={row} sx={{ display: 'flex', gap: 2, mb: 2, overflow: 'hidden' }}>
        {RATIOS.map((ratio, index) => (
          <Skeleton key={index} variant="rounded" sx={{ flex: `${ratio} 0 0` }} height={height} />
        ))}
      </Box>
    ))}
  </Loading>
);
