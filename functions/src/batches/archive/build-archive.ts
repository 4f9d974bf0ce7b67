import { pipeline } from 'node:stream/promises';
import { readBatch } from '../store/batch-store.ts';
import type { ArchiveTask } from '../../platform/queues.ts';
import { findTaskTimes } from '../../platform/task-times.ts';
import type { FindTool } from '../tool.ts';
import type { Deps } from '../../deps.ts';
import { archivePath, updateArchiveProgress, setArchiveReady, readArchive } from './archive-store.ts';
import { listContents } from './list-contents.ts';
import { writeZip } from './write-zip.ts';

const PROGRESS_EVERY = 10;

/** Builds a batch's ZIP in Cloud Storage. Idempotent. */
export async function buildArchive(
  deps: Deps,
  { batchId, digest, naming }: ArchiveTask,
  findTool: FindTool,
): Promise<void> {
  const { firestore } = deps;
  const [batch, archive] = await Promise.all([
    readBatch(firestore, batchId),
    readArchive(firestore, batchId),
  ]);
  if (!batch || batch.deletedAt || archive?.digest !== digest || archive.ready) return;
  const { fileName, entries, ...contents } = await listContents(
    deps,
    findTool(batch.tool),
    batch,
    naming ?? undefined,
  );
  // The content has changed since: the page will request a new ZIP.
  if (contents.digest !== digest) return;
  const file = deps.bucket().file(archivePath(batchId, digest));
  let opened = 0;
  const notes: Promise<unknown>[] = [];
  const counted = entries.map(({ open, ...entry }) => ({
    ...entry,
    open(signal: AbortSignal) {
      opened += 1;
      if (opened % PROGRESS_EVERY === 0)
        notes.push(updateArchiveProgress(firestore, batchId, opened).catch(() => undefined));
      return open(signal);
    },
  }));
  await pipeline(
    writeZip(counted),
    file.createWriteStream({
      contentType: 'application/zip',
      metadata: {
        contentDisposition: `attachment; filename="${fileName}"`,
      },
    }),
    { signal: AbortSignal.timeout(findTaskTimes('archive').workMs) },
  );
  await Promise.all(notes);
  const [{ size }] = await file.getMetadata();
  await setArchiveReady(firestore, batchId, { bytes: Number(size) });
}
