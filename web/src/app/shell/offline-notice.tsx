import Box from '@mui/material/Box';
import { Cloud, CloudOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useIsOnline } from '../../ui/use-is-online.ts';

const SHOW_RETURN_MS = 3000;

/** Announces that the connection is lost, and when it is back. Always rendered, so that screen readers notice changes. */
export function OfflineNotice() {
  const isOnline = useIsOnline();
  const [wasOffline, setWasOffline] = useState(false);
  if (!isOnline && !wasOffline) setWasOffline(true);
  useEffect(() => {
    if (!isOnline || !wasOffline) return undefined;
    const timer = setTimeout(() => setWasOffline(false), SHOW_RETURN_MS);
    return () => clearTimeout(timer);
  }, [isOnline, wasOffline]);
  const Icon = isOnline ? Cloud : CloudOff;
  return (
    <Box role="status" aria-live="polite">
      {wasOffline && (
        <Box sx={BAR}>
          <Icon aria-hidden size={15} />
          {isOnline ? 'Back online' : 'You’re offline. Nothing loads or starts until the connection returns.'}
        </Box>
      )}
    </Box>
  );
}

const BAR = {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 2,
  px: 4,
  py: 1.5,
  fontSize: '0.8125rem',
  fontWeight: 500,
  color: 'background.default',
  bgcolor: 'text.primary',
  '& > svg': { flexShrink: 0 },
} as const;
