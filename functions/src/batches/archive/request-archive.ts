import { Timestamp } from 'firebase-admin/firestore';
import type { Deps } from '../../deps.ts';
import { readArchive, writeArchive, type ArchiveRecord } from './archive-store.ts';

/** Lets a worker build the ZIP. */
export async function requestArchive(
  { firestore, queues }: Deps,
  batchId: string,
  { digest, naming, expiresAt }: Pick<ArchiveRecord, 'digest' | 'naming' | 'expiresAt'>,
): Promise<void> {
  const now = Date.now();
  await writeArchive(firestore, batchId, {
    digest,
    naming,
    done: 0,
    requestedAt: Timestamp.fromMillis(now),
    expiresAt,
    ready: null,
  });
  await queues.enqueue('buildArchives', [
    { id: `${batchId}-${digest}-${now}`, data: { batchId, digest, naming } },
  ]);
}

/** Has no effect on a ZIP that is ready. */
export async function requestArchiveAgain(deps: Deps, batchId: string): Promise<void> {
  const archive = await readArchive(deps.firestore, batchId);
  if (archive && !archive.ready) await requestArchive(deps, batchId, archive);
}
