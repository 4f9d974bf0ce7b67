import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { Loading } from '../../ui/loading.tsx';

/** Placeholders in the shape of batch cards. */
export const LoadingCards = () => (
  <Loading label="Loading history" sx={{ display: 'grid', gap: 4 }}>
    {[0, 1, 2].map((card) => (
      <Card key={card} sx={{ p: 4, display: 'grid', gap: 3 }}>
        <Box>
          <Skeleton width="38%" height={22} />
          <Skeleton width="56%" height={18} />
        </Box>
        <Skeleton width={110} height={18} />
        <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(84px, 1fr))', gap: 1.5 }}>
          {[0, 1, 2, 3, 4, 5].map((slot) => (
            <Skeleton key={slot} variant="rounded" sx={{ width: '100%', height: 'auto', aspectRatio: '1' }} />
          ))}
        </Box>
        <Skeleton width="100%" height={28} />
      </Card>
    ))}
  </Loading>
);
