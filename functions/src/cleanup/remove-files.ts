/** What lies in Cloud Storage: ZIPs, images that could not be stored elsewhere, and what was uploaded. */
import { deleteArchive } from '../batches/archive/archive-store.ts';
import { isOver, readBatchStates, readFolderUse, type BatchState } from '../batches/store/batch-states.ts';
import { batchIdOf } from '../batches/store/media-names.ts';
import { forEachAtOnce } from '../platform/for-each-at-once.ts';
import { listFilePage, type StoredFile } from '../platform/list-files.ts';
import { isOld } from './choose-resources.ts';
import type { Run } from './cleanup-record.ts';
import type { Step, Work } from './step.ts';

/** Each is deleted by itself: more would outlast a lease where that is slow. */
const FILES_A_PAGE = 500;

/** A page of the files below `prefix`, of which `choose` tells those that go. */
const removeFiles = (
  prefix: string,
  choose: (files: readonly StoredFile[], work: Work) => Promise<StoredFile[]>,
  count: (run: Run, files: number) => Run['extras'] = ({ extras }) => extras,
): Step => ({
  name: `files ${prefix}`,
  async removePage(work) {
    const { deps, run } = work;
    const { files, nextToken } = await listFilePage(deps, prefix, run.cursor ?? undefined, FILES_A_PAGE);
    const chosen = await choose(files, work);
    await forEachAtOnce(chosen, ({ name }) => deps.bucket().file(name).delete({ ignoreNotFound: true }));
    return { cursor: nextToken ?? null, extras: count(run, chosen.length), isDone: nextToken === undefined };
  },
});

/** Of files that belong to one batch each; whose batch is gone has its own age. */
async function chooseByBatch(
  files: readonly StoredFile[],
  { deps, run }: Work,
  findBatchId: (name: string) => string | undefined,
  goesWith: (batch: BatchState) => boolean,
): Promise<StoredFile[]> {
  const batches = await readBatchStates(
    deps.firestore,
    files.flatMap(({ name }) => findBatchId(name) ?? []),
  );
  return files.filter(({ name, timeCreated }) => {
    const batch = batches.get(findBatchId(name) ?? '');
    return batch ? goesWith(batch) : isOld(timeCreated, run.cutoff);
  });
}

const archiveOwner = (name: string): string | undefined => /^archives\/([A-Za-z0-9]+)\//.exec(name)?.[1];

/** ZIPs of images that are gone. */
export const removeArchives = removeFiles('archives/', async (files, work) => {
  const { deps, run } = work;
  const chosen = await chooseByBatch(files, work, archiveOwner, (batch) =>
    run.trigger === 'manual' ? batch.filesDeleted : isOver(batch, run.cutoff),
  );
  const owners = new Set(chosen.flatMap(({ name }) => archiveOwner(name) ?? []));
  await forEachAtOnce([...owners], (batchId) => deleteArchive(deps.firestore, batchId));
  return chosen;
});

const KEPT = 'kept/';

export const removeKeptImages = removeFiles(KEPT, (files, work) =>
  chooseByBatch(
    files,
    work,
    (name) => batchIdOf(name.slice(KEPT.length)),
    (batch) => isOver(batch, work.run.cutoff),
  ),
);

/** One folder may be used by several batches: it goes with the last, or by its own age when nobody has used it. */
export const removeUploads = removeFiles(
  'uploads/',
  async (files, { deps, run }) => {
    const folderOf = (name: string) => name.split('/')[2] ?? '';
    const use = await readFolderUse(
      deps.firestore,
      files.map(({ name }) => folderOf(name)),
      run.cutoff,
    );
    return files.filter(({ name, timeCreated }) => use.get(folderOf(name)) ?? isOld(timeCreated, run.cutoff));
  },
  ({ extras }, files) => ({ ...extras, uploads: extras.uploads + files }),
);
