import Box from '@mui/material/Box';
import { useState } from 'react';
import { VISUALLY_HIDDEN } from '../ui/visually-hidden.ts';
import { announceChanges, type BatchSummary } from './announce-changes.ts';

/** Announces batch progress to screen readers. */
export function BatchAnnouncer({ batches }: { batches: readonly BatchSummary[] }) {
  const [previous, setPrevious] = useState(batches);
  const [message, setMessage] = useState('');
  if (previous !== batches) {
    setPrevious(batches);
    setMessage(announceChanges(previous, batches) || message);
  }
  return (
    <Box role="status" sx={VISUALLY_HIDDEN}>
      {message}
    </Box>
  );
}
