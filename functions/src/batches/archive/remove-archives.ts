import type { Deps } from '../deps.ts';
import { deleteFiles } from '../../platform/files/delete-files.ts';
import { forEachAtOnce } from '../../platform/for-each-at-once.ts';
import { listFiles } from '../../platform/files/list-files.ts';
import { archiveFolder, archivePath, deleteArchive, readArchive, readSelectionsOf } from './archive-store.ts';

type Used = Pick<Deps, 'firestore' | 'bucket'>;

/** ZIPs of a batch from before pictures were deleted. */
export async function removeStaleArchives(deps: Used, batchId: string): Promise<void> {
  const archive = await readArchive(deps.firestore, batchId);
  const current = archive && archivePath(batchId, archive.digest);
  const stale: string[] = [];
  for await (const { name } of listFiles(deps, archiveFolder(batchId))) {
    if (name !== current) stale.push(name);
  }
  await forEachAtOnce(stale, (name) => deps.bucket().file(name).delete({ ignoreNotFound: true }));
}

/** ZIPs of selections with one of these items. Default: with any item of the batch. */
export async function removeSelectionArchives(
  deps: Used,
  batchId: string,
  items?: ReadonlySet<number>,
): Promise<void> {
  const selections = await readSelectionsOf(deps.firestore, batchId);
  const chosen = selections.filter(({ pictures }) =>
    pictures.some((picture) => picture.batchId === batchId && (items?.has(picture.index) ?? true)),
  );
  await forEachAtOnce(chosen, async ({ id }) => {
    await deleteFiles(deps, archiveFolder(id));
    // Last: an interrupted removal finds it again.
    await deleteArchive(deps.firestore, id);
  });
}
