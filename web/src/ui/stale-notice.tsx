import Box from '@mui/material/Box';
import { TriangleAlert } from 'lucide-react';
import { describeClock } from './relative-time.tsx';

interface Props {
  query: { isRefetchError: boolean; dataUpdatedAt: number };
}

/** Says how old the numbers are when a refresh has failed. Always rendered, so that screen readers notice changes. */
export const StaleNotice = ({ query: { isRefetchError, dataUpdatedAt } }: Props) => (
  <Box role="status">
    {isRefetchError && (
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          mb: 4,
          fontSize: '0.8125rem',
          color: 'warning.main',
        }}
      >
        <TriangleAlert aria-hidden size={15} />
        Refresh failed. These numbers are from {describeClock(dataUpdatedAt)}. Retrying.
      </Box>
    )}
  </Box>
);
