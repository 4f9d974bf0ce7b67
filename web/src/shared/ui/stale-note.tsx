import Box from '@mui/material/Box';
import { TriangleAlert } from 'lucide-react';
import { describeClock } from './relative-time.tsx';

interface Props {
  /** What a query knows of itself. */
  of: { isRefetchError: boolean; dataUpdatedAt: number };
}

/** Above numbers that could not be read anew: from when they are. Drawn always, so that it is read out as it appears. */
export const StaleNote = ({ of: { isRefetchError, dataUpdatedAt } }: Props) => (
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
        These numbers are of {describeClock(dataUpdatedAt)}: newer ones could not be read. It is tried again.
      </Box>
    )}
  </Box>
);
