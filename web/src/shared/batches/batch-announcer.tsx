import Box from '@mui/material/Box';
import { useState } from 'react';
import { READ_ALOUD_ONLY } from '../ui/read-aloud-only.ts';
import { announceNews, type BatchNews } from './announce-changes.ts';

/** Tells a screen reader how the batches get on. */
export function BatchAnnouncer({ batches }: { batches: readonly BatchNews[] }) {
  const [seen, setSeen] = useState(batches);
  const [news, setNews] = useState('');
  if (seen !== batches) {
    setSeen(batches);
    setNews(announceNews(seen, batches) || news);
  }
  return (
    <Box role="status" sx={READ_ALOUD_ONLY}>
      {news}
    </Box>
  );
}
