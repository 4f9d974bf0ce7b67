import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { Loading } from '../../../ui/loading.tsx';
import { PICTURE_GRID } from './picture-grid.ts';

export const ListsSkeleton = () => (
  <Loading label="Loading your pictures">
    <Skeleton variant="rounded" width={160} height={24} sx={{ mb: 4 }} />
    <Box sx={PICTURE_GRID}>
      {Array.from({ length: 12 }, (_, index) => (
        <Skeleton
          key={index}
          variant="rounded"
          height="auto"
          sx={{ aspectRatio: '1', borderRadius: '8px' }}
        />
      ))}
    </Box>
  </Loading>
);
