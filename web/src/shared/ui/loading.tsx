import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import type { SxProps } from '@mui/material/styles';
import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useIsOnline } from './use-is-online.ts';

interface LoadingProps {
  label: string;
  sx?: SxProps;
  /** In the shape of what comes. */
  children: ReactNode;
}

/** What is shown until something has loaded; while offline it says that it waits. */
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

const WAITING = 'Waiting for the connection';

interface SpinnerProps {
  size: number;
  /** Without it, words beside it say what is loading. */
  label?: string;
  sx?: SxProps;
}

/** Turns while something loads, and only while it can. */
export function Spinner({ size, label, sx }: SpinnerProps) {
  const isOnline = useIsOnline();
  const shared = {
    size,
    ...(sx && { sx }),
    ...(label === undefined ? { 'aria-hidden': true } : { 'aria-label': isOnline ? label : WAITING }),
  };
  if (isOnline) return <CircularProgress color="inherit" {...shared} />;
  return <Box component={CloudOff} role="img" {...shared} />;
}
