import type { ExportRequest } from '@portal/contracts/exports';
import { FileNamingSchema } from '@portal/contracts/keyword-generator';
import { pipeline } from 'node:stream/promises';
import { readBatch } from '../store/batch-store.ts';
import type { ArchiveTask } from '../../platform/queues/queues.ts';
import { AppError } from '../../platform/app-error.ts';
import { findTaskTimes } from '../../platform/queues/task-times.ts';
import type { LateEntry, ZipEntry } from '../tool.ts';
import type { Deps } from '../deps.ts';
import {
  archivePath,
  deleteArchive,
  readAlike,
  readArchive,
  readSelection,
  setArchiveReady,
  updateArchiveProgress,
  type ArchiveRecord,
} from './archive-store.ts';
import { listContents, type ArchiveContents } from './list-contents.ts';
import { listSelection } from './list-selection.ts';
import { writeZip } from './write-zip.ts';

const PROGRESS_EVERY = 10;
const GONE: ReadonlySet<AppError['code']> = new Set<AppError['code']>(['not-found', 'bad-request']);

/** What an agency's ZIP contains; see functions/src/studio/exports/list-export.ts. */
type ListExport = (deps: Deps, owner: string, request: ExportRequest) => Promise<ArchiveContents>;

/** Builds a ZIP in Cloud Storage. Idempotent. */
export async function buildArchive(deps: Deps, task: ArchiveTask, listExport: ListExport): Promise<void> {
  const { batchId: id, digest } = task;
  const archive = await readArchive(deps.firestore, id);
  if (archive?.digest !== digest || archive.ready) return;
  const find = () =>
    archive.selection ? findSelection(deps, archive, listExport) : findContents(deps, task);
  const isWritten = await writeIfCurrent(deps, task, find);
  // Otherwise the content has changed since: the page will request a new ZIP.
  if (!isWritten && archive.selection) await deleteArchive(deps.firestore, id);
}

async function writeIfCurrent(
  deps: Deps,
  { batchId, digest }: ArchiveTask,
  find: () => Promise<ArchiveContents | undefined>,
): Promise<boolean> {
  const contents = await find();
  if (contents?.digest !== digest) return false;
  try {
    await writeArchiveFile(deps, batchId, contents);
    return true;
  } catch (error) {
    // A picture may have been deleted meanwhile.
    if ((await find())?.digest !== digest) return false;
    throw error;
  }
}

async function findContents(
  deps: Deps,
  { batchId, naming }: ArchiveTask,
): Promise<ArchiveContents | undefined> {
  const batch = await readBatch(deps.firestore, batchId);
  if (!batch || batch.deletedAt) return undefined;
  return listContents(deps, batch, naming ?? undefined);
}

/** Undefined if a picture is gone. */
async function findSelection(
  deps: Deps,
  archive: ArchiveRecord,
  listExport: ListExport,
): Promise<ArchiveContents | undefined> {
  try {
    const owner = archive.selection?.owner ?? '';
    const pictures = readSelection(archive);
    const { agency, naming, part } = archive;
    if (agency === undefined) return await listSelection(deps, owner, pictures);
    const request = {
      agency,
      pictures,
      naming: FileNamingSchema.optional().parse(naming ?? undefined),
      alike: readAlike(archive),
      part,
    };
    return await listExport(deps, owner, request);
  } catch (error) {
    // A picture, or the agency's profile.
    if (error instanceof AppError && GONE.has(error.code)) return undefined;
    throw error;
  }
}

async function writeArchiveFile(
  deps: Deps,
  id: string,
  { fileName, entries, digest, findOutcome }: ArchiveContents,
): Promise<void> {
  const { firestore } = deps;
  const file = deps.bucket().file(archivePath(id, digest));
  let opened = 0;
  const notes: Promise<unknown>[] = [];
  const count = () => {
    opened += 1;
    if (opened % PROGRESS_EVERY === 0)
      notes.push(updateArchiveProgress(firestore, id, opened).catch(() => undefined));
  };
  const counted = entries.map((entry) => countEntry(entry, count));
  await pipeline(
    writeZip(counted),
    file.createWriteStream({
      contentType: 'application/zip',
      metadata: { contentDisposition: makeDisposition(fileName) },
    }),
    { signal: AbortSignal.timeout(findTaskTimes('archive').workMs) },
  );
  await Promise.all(notes);
  const [{ size }] = await file.getMetadata();
  const outcome = findOutcome?.();
  if (outcome && outcome.fileName !== fileName)
    await file.setMetadata({ contentDisposition: makeDisposition(outcome.fileName) });
  const ready = {
    bytes: Number(size),
    ...(outcome && { outcome: { written: outcome.written, promised: outcome.promised } }),
  };
  const isCurrent = await setArchiveReady(firestore, { batchId: id, digest }, ready);
  if (!isCurrent) await file.delete({ ignoreNotFound: true });
}

const makeDisposition = (fileName: string): string => `attachment; filename="${fileName}"`;

function countEntry(entry: ZipEntry | LateEntry, count: () => void): ZipEntry | LateEntry {
  if ('read' in entry) {
    return {
      ...entry,
      read: (signal) => {
        count();
        return entry.read(signal);
      },
    };
  }
  return {
    ...entry,
    open: (signal) => {
      count();
      return entry.open(signal);
    },
  };
}
