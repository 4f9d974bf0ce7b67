import { keyframes } from '@emotion/react';
import Box from '@mui/material/Box';
import { LoaderCircle } from 'lucide-react';

const turn = keyframes({ to: { transform: 'rotate(360deg)' } });

/** Beside words that say what is under way. */
export const TurningIcon = () => (
  <Box
    component={LoaderCircle}
    aria-hidden
    size={15}
    sx={{ color: 'primary.main', animation: `${turn} 1.4s linear infinite` }}
  />
);
