import type { CleanupExtras, CleanupStats } from '@portal/contracts/storage';
import { countOf } from '../../ui/count.ts';

/** '1,204 images, 3 videos, and 1 raw file', or 'Nothing'. */
export function describeDeleted(stats: CleanupStats, extras: CleanupExtras): string {
  const parts = [
    [stats.deletedImages, 'image', 'images'],
    [stats.deletedVideos, 'video', 'videos'],
    [stats.deletedRaw, 'raw file', 'raw files'],
    [extras.batches, 'batch', 'batches'],
    [extras.uploads, 'upload', 'uploads'],
    [extras.documents, 'document', 'documents'],
  ] as const;
  const deleted = parts.flatMap(([count, one, many]) => (count > 0 ? [countOf(count, one, many)] : []));
  return deleted.length === 0 ? 'Nothing' : lists.format(deleted);
}

const lists = new Intl.ListFormat('en', { type: 'conjunction' });

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The two largest units: '3 h 12 min', '4 min 10 s', '12 s'. */
export function describeDuration(milliseconds: number): string {
  if (milliseconds < SECOND) return 'less than a second';
  const hours = Math.floor(milliseconds / HOUR);
  const minutes = Math.floor((milliseconds % HOUR) / MINUTE);
  const seconds = Math.floor((milliseconds % MINUTE) / SECOND);
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${seconds} s` : `${seconds} s`;
}
