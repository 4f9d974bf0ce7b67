import { Timestamp } from 'firebase-admin/firestore';
import type { Deps } from '../deps.ts';
import { readArchive, writeArchive, type ArchiveRecord } from './archive-store.ts';

export type WantedArchive = Omit<ArchiveRecord, 'done' | 'requestedAt' | 'ready'>;

/** Lets a worker build the ZIP. */
export async function requestArchive(
  { firestore, queues }: Deps,
  id: string,
  wanted: WantedArchive,
): Promise<void> {
  const { digest, naming } = wanted;
  const now = Date.now();
  await writeArchive(firestore, id, {
    ...wanted,
    done: 0,
    requestedAt: Timestamp.fromMillis(now),
    ready: null,
  });
  await queues.enqueue('buildArchives', [
    { id: `${id}-${digest}-${now}`, data: { batchId: id, digest, naming } },
  ]);
}

/** Has no effect on a ZIP that is ready. */
export async function requestArchiveAgain(deps: Deps, batchId: string): Promise<void> {
  const archive = await readArchive(deps.firestore, batchId);
  if (archive && !archive.ready) await requestArchive(deps, batchId, archive);
}
