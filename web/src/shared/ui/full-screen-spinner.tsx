import Box from '@mui/material/Box';
import { hasFirstPage } from '../first-page/first-page.ts';
import { Spinner } from './loading.tsx';

export const FullScreenSpinner = () =>
  hasFirstPage() ? (
    <div className="starting" role="status">
      Loading...
    </div>
  ) : (
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
