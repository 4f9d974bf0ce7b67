import { randomUUID } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { readBatch } from '../batches/batch-store.ts';
import type { ArchiveTask } from '../batches/queues.ts';
import type { FindTool } from '../batches/tool.ts';
import { readStorageUrl } from '../config.ts';
import type { Deps } from '../deps.ts';
import { noteArchiveProgress, noteArchiveReady, readArchive } from './archive-store.ts';
import { listContents } from './list-contents.ts';
import { writeZip } from './write-zip.ts';

const NOTE_EVERY = 10;

/** Where a batch's ZIPs lie; they go with the batch. */
export const archiveFolder = (batchId: string): string => `archives/${batchId}/`;

/** Builds a batch's ZIP into Cloud Storage; twice is as good as once. */
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
  // Something has changed since: whoever waits for it asks again.
  if (contents.digest !== digest) return;
  const token = randomUUID();
  const file = deps.bucket().file(`${archiveFolder(batchId)}${digest}.zip`);
  let opened = 0;
  const counted = entries.map(({ open, ...entry }) => ({
    ...entry,
    open(signal: AbortSignal) {
      opened += 1;
      if (opened % NOTE_EVERY === 0)
        void noteArchiveProgress(firestore, batchId, opened).catch(() => undefined);
      return open(signal);
    },
  }));
  await pipeline(
    await writeZip(counted),
    file.createWriteStream({
      contentType: 'application/zip',
      metadata: {
        contentDisposition: `attachment; filename="${fileName}"`,
        // Whoever has the token may download: the address is as good as a signed one, and ends with the file.
        metadata: { firebaseStorageDownloadTokens: token },
      },
    }),
  );
  const [{ size }] = await file.getMetadata();
  const url = `${readStorageUrl()}/v0/b/${file.bucket.name}/o/${encodeURIComponent(file.name)}?alt=media&token=${token}`;
  await noteArchiveReady(firestore, batchId, { url, bytes: Number(size) });
}
