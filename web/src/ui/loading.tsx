import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import type { SxProps } from '@mui/material/styles';
import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useIsOnline } from './use-is-online.ts';

interface LoadingProps {
  label: string;
  sx?: SxProps;
  /** A placeholder in the shape of the content. */
  children: ReactNode;
}

/** Shown until content has loaded. While offline it says that it is waiting. */
export function Loading({ label, sx, children }: LoadingProps) {
  const isOnline = useIsOnline();
  if (!isOnline) return <WaitingForConnection />;
  return (
    <Box role="status" aria-label={label} {...(sx && { sx })}>
      {children}
    </Box>
  );
}

const WaitingForConnection = () => (
  <Box
    role="status"
    sx={{
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'center',
      gap: 2,
      py: 10,
      color: 'text.secondary',
    }}
  >
    <CloudOff aria-hidden size={16} />
    {WAITING}
  </Box>
);

const WAITING = 'Waiting for connection';

interface SpinnerProps {
  size: number;
  /** Omit it if text beside the spinner says what is loading. */
  label?: string;
  sx?: SxProps;
}

/** Spins while something loads. While offline it shows an icon instead. */
export function Spinner({ size, label, sx }: SpinnerProps) {
  const isOnline = useIsOnline();
  const shared = {
    size,
    ...(sx && { sx }),
    ...(label === undefined ? { 'aria-hidden': true } : { 'aria-label': isOnline ? label : WAITING }),
  };
  // Shrinking would repaint the page for each frame, on the main thread. The rotation runs on the compositor.
  if (isOnline) return <CircularProgress color="inherit" disableShrink {...shared} />;
  return <Box component={CloudOff} role="img" {...shared} />;
}
