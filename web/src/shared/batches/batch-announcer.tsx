import Box from '@mui/material/Box';
import { useState } from 'react';
import { VISUALLY_HIDDEN } from '../ui/visually-hidden.ts';
import { announceChanges, type AnnouncedBatch } from './announce-changes.ts';

/** Announces batch progress to screen readers. */
export function BatchAnnouncer({ batches }: { batches: readonly AnnouncedBatch[] }) {
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
