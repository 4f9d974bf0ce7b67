/** Files in Cloud Storage: ZIPs, images that the media service did not accept or does not take, and uploads. */
import type { Source } from '@portal/contracts/source';
import {
  deleteArchive,
  isSelectionId,
  readArchives,
  readSelection,
} from '../../batches/archive/archive-store.ts';
import {
  isOver,
  markFilesDeleted,
  readBatchStates,
  readFolderUse,
  type BatchState,
} from '../../batches/store/expired-batches.ts';
import { batchIdOf } from '../../batches/store/media-names.ts';
import { isThumbnailFile } from '../../pictures/make-thumbnail.ts';
import { forEachAtOnce } from '../../platform/for-each-at-once.ts';
import { listFilePage, type StoredFile } from '../../platform/files/list-files.ts';
import { BUCKET_IMAGES } from '../../pictures/media/bucket-images.ts';
import { chooseResources, isOld } from './choose-resources.ts';
import type { Run } from './cleanup-record.ts';
import { addIds, type Step, type Work } from './step.ts';

/** Each file takes a call. */
const FILES_PER_PAGE = 500;

/** Deletes those files below `prefix` that `choose` returns. */
const removeFiles = (
  prefix: string,
  choose: (files: readonly StoredFile[], work: Work) => Promise<StoredFile[]>,
  count: (run: Run, files: number) => Run['extras'] = ({ extras }) => extras,
): Step => ({
  name: `files ${prefix}`,
  async removePage(work) {
    const { deps, run } = work;
    const { files, nextToken } = await listFilePage(deps, prefix, run.cursor ?? undefined, FILES_PER_PAGE);
    const chosen = await choose(files, work);
    await forEachAtOnce(chosen, ({ name }) => deps.bucket().file(name).delete({ ignoreNotFound: true }));
    const extras = count(run, countPictures(chosen));
    return { cursor: nextToken ?? null, extras, isDone: nextToken === undefined };
  },
});

/** A thumbnail is deleted with its picture, and not counted. */
const countPictures = (files: readonly { name: string }[]): number =>
  files.filter(({ name }) => !isThumbnailFile(name)).length;

/** For files that belong to a batch. A file whose batch was deleted is judged by its own age. */
async function chooseByBatch(
  files: readonly StoredFile[],
  { deps, run }: Work,
  findBatchId: (name: string) => string | undefined,
  isDeletedWith: (batch: BatchState) => boolean,
): Promise<StoredFile[]> {
  const batches = await readBatchStates(
    deps.firestore,
    files.flatMap(({ name }) => findBatchId(name) ?? []),
  );
  return files.filter(({ name, timeCreated }) => {
    const batch = batches.get(findBatchId(name) ?? '');
    return batch ? isDeletedWith(batch) : isOld(timeCreated, run.cutoff);
  });
}

const archiveOwner = (name: string): string | undefined => /^archives\/([A-Za-z0-9_-]+)\//.exec(name)?.[1];

/** ZIPs of images that were deleted, or that have expired. */
export const removeArchives = removeFiles('archives/', async (files, work) => {
  const { deps, run } = work;
  const isOfSelection = ({ name }: StoredFile) => isSelectionId(archiveOwner(name) ?? '');
  const ofBatches = files.filter((file) => !isOfSelection(file));
  const chosen = [
    ...(await chooseByBatch(ofBatches, work, archiveOwner, (batch) =>
      run.trigger === 'manual'
        ? batch.filesDeleted
        : isOver(batch, run.cutoff) || batch.deletedItems !== undefined,
    )),
    ...(await chooseSelections(files.filter(isOfSelection), work)),
  ];
  const owners = new Set(chosen.flatMap(({ name }) => archiveOwner(name) ?? []));
  await forEachAtOnce([...owners], (batchId) => deleteArchive(deps.firestore, batchId));
  return chosen;
});

/** A ZIP of a selection lasts as long as all of its pictures. */
async function chooseSelections(
  files: readonly StoredFile[],
  { deps: { firestore }, run }: Work,
): Promise<StoredFile[]> {
  const records = await readArchives(
    firestore,
    files.flatMap(({ name }) => archiveOwner(name) ?? []),
  );
  const batches = await readBatchStates(
    firestore,
    [...records.values()].flatMap(({ batchIds = [] }) => batchIds),
  );
  const isLeft = ({ batchId, index }: Source): boolean => {
    const batch = batches.get(batchId);
    return batch !== undefined && !batch.filesDeleted && !batch.deletedItems?.includes(index);
  };
  return files.filter(({ name }) => {
    const record = records.get(archiveOwner(name) ?? '');
    return !record || record.expiresAt <= run.cutoff || !readSelection(record).every(isLeft);
  });
}

/** Files that wait for their agency. Deleted when they were sent; those that failed can be sent until they expire. */
export const removeDeliveries = removeFiles('deliveries/', async (files, { run }) =>
  files.filter(({ timeCreated }) => isOld(timeCreated, run.cutoff)),
);

const UNSTORED = 'kept/';

export const removeUnstoredImages = removeFiles(UNSTORED, (files, work) =>
  chooseByBatch(
    files,
    work,
    (name) => batchIdOf(name.slice(UNSTORED.length)),
    (batch) => isOver(batch, work.run.cutoff),
  ),
);

/** Results, which are deleted with those at the media service, by the same rules. */
export const removeBucketImages: Step = {
  name: `files ${BUCKET_IMAGES}`,
  async removePage({ deps, run }) {
    const { firestore } = deps;
    const cursor = run.cursor ?? undefined;
    const { files, nextToken } = await listFilePage(deps, BUCKET_IMAGES, cursor, FILES_PER_PAGE);
    const resources = files.map(({ name, timeCreated }) => ({
      name,
      publicId: name.slice(BUCKET_IMAGES.length),
      createdAt: timeCreated,
    }));
    const owners = (some: readonly { publicId: string }[]) =>
      some.flatMap(({ publicId }) => batchIdOf(publicId) ?? []);
    const batches = await readBatchStates(firestore, owners(resources));
    const chosen = chooseResources(resources, batches, run);
    await forEachAtOnce(chosen, ({ name }) => deps.bucket().file(name).delete({ ignoreNotFound: true }));
    const emptied = new Set(owners(chosen));
    if (run.trigger === 'manual') {
      await markFilesDeleted(
        firestore,
        [...batches.values()].filter(({ id }) => emptied.has(id)),
      );
    }
    const deleted = countPictures(chosen);
    return {
      cursor: nextToken ?? null,
      stats: { ...run.stats, deletedImages: run.stats.deletedImages + deleted },
      batches: addIds(run.batches, emptied),
      isDone: nextToken === undefined,
    };
  },
};

/** Batches may share a folder: it is deleted with the last of them, or by its own age if no batch uses it. */
export const removeUploads = removeFiles(
  'uploads/',
  async (files, { deps, run }) => {
    const folderOf = (name: string) => name.split('/')[2] ?? '';
    const fileOf = (name: string) => name.split('/')[3]?.replace(/\.thumbnail$/, '') ?? '';
    const use = await readFolderUse(
      deps.firestore,
      files.map(({ name }) => folderOf(name)),
      run.cutoff,
    );
    return files.filter(({ name, timeCreated }) => {
      const own = use.get(folderOf(name));
      return own ? own.isOver || own.deleted.has(fileOf(name)) : isOld(timeCreated, run.cutoff);
    });
  },
  ({ extras }, files) => ({ ...extras, uploads: extras.uploads + files }),
);
