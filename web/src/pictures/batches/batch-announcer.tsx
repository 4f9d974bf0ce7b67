import { useState } from 'react';
import { Announcement } from '../../ui/announcement.tsx';
import { announceChanges, type AnnouncedBatch } from './announce-changes.ts';

/** Announces batch progress to screen readers. */
export function BatchAnnouncer({ batches }: { batches: readonly AnnouncedBatch[] }) {
  const [previous, setPrevious] = useState(batches);
  const [message, setMessage] = useState('');
  if (previous !== batches) {
    setPrevious(batches);
    setMessage(announceChanges(previous, batches) || message);
  }
  return <Announcement>{message}</Announcement>;
}
