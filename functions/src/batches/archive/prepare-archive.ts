import type { Archive } from '@portal/contracts/batches';
import type { Deps } from '../deps.ts';
import { signFileLink } from '../../platform/files/sign-file-link.ts';
import { findTaskTimes } from '../../platform/queues/task-times.ts';
import { archivePath, type ArchiveOutcome, type ArchiveRecord } from './archive-store.ts';
import type { ArchiveContents } from './list-contents.ts';
import { requestArchive, type WantedArchive } from './request-archive.ts';

type PreparedArchive = Archive & { outcome?: ArchiveOutcome | undefined };

/** A link to the ZIP with these contents. If `known` is not that one, a worker builds it. */
export async function prepareArchive(
  deps: Deps,
  id: string,
  known: ArchiveRecord | undefined,
  { digest, entries }: Pick<ArchiveContents, 'digest' | 'entries'>,
  wanted: Omit<WantedArchive, 'digest'>,
): Promise<PreparedArchive> {
  const current = known?.digest === digest ? known : undefined;
  if (current?.ready) {
    return {
      status: 'ready',
      url: await signFileLink(deps, archivePath(id, digest)),
      ...current.ready,
    };
  }
  const done = current && isInProgress(current) ? current.done : undefined;
  if (done === undefined) await requestArchive(deps, id, { ...wanted, digest });
  return { status: 'preparing', done: done ?? 0, total: entries.length };
}

/** A worker that takes longer was lost. */
export const isInProgress = ({ ready, requestedAt }: ArchiveRecord): boolean =>
  !ready && Date.now() - requestedAt.toMillis() < findTaskTimes('archive').restartAfterMs;
