import Box from '@mui/material/Box';
import { Spinner } from './loading.tsx';

export const FullScreenSpinner = () => (
  <Box
    role="status"
    sx={{
      minHeight: '100dvh',
      display: 'grid',
      placeContent: 'center',
      justifyItems: 'center',
      gap: 4,
      color: 'text.secondary',
    }}
  >
    <Spinner size={28} />
    Loading...
  </Box>
);
