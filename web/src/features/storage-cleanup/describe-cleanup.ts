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
