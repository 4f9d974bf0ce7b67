import { keyframes } from '@emotion/react';
import Box from '@mui/material/Box';
import { LoaderCircle } from 'lucide-react';
import { useIsOnline } from './use-is-online.ts';

const turn = keyframes({ to: { transform: 'rotate(360deg)' } });

/** Shown beside text that says what is in progress. */
export function SpinningIcon() {
  const isOnline = useIsOnline();
  return (
    <Box
      component={LoaderCircle}
      aria-hidden
      size={15}
      sx={{ color: 'primary.main', ...(isOnline && { animation: `${turn} 1.4s linear infinite` }) }}
    />
  );
}
