import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';

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
    <CircularProgress size={28} aria-hidden />
    Loading...
  </Box>
);
