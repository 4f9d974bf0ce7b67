import type { Source } from '@portal/contracts/source';
import { uploadPath } from '@portal/contracts/uploads';
import { Timestamp } from 'firebase-admin/firestore';
import { beforeEach, expect, it } from 'vitest';
import {
  archivePath,
  makeSelection,
  readArchive,
  writeArchive,
} from '../../batches/archive/archive-store.ts';
import { writeBatch } from '../../batches/sources/testing/create-batches.ts';
import { RETENTION_MS } from '../../batches/store/batch-store.ts';
import { clearFirestore, startFirestore } from '../../providers/testing/start-firestore.ts';
import { startApi } from '../../testing/start-api.ts';
import { createObject, startStorage } from '../../pictures/uploads/testing/start-storage.ts';
import type { Run } from './cleanup-record.ts';
import { readRun, startOrJoin } from './cleanup-store.ts';
import { removeArchives, removeBucketImages, removeDeliveries, removeUploads } from './remove-files.ts';
import type { Step } from './step.ts';

const firestore = await startFirestore();
const expiresAt = Timestamp.fromMillis(Date.now() + RETENTION_MS);
const past = Timestamp.fromMillis(Date.now() - 1000);

beforeEach(clearFirestore);

async function start() {
  const { deps: storage, objects } = await startStorage();
  const { deps } = await startApi([]);
  const { runId } = await startOrJoin(firestore, 'nightly', Timestamp.now());
  const run = await readRun(firestore, runId);
  if (!run) throw new Error('The cleanup did not start.');
  const callService = () => Promise.reject(new Error('Unexpected call.'));
  return {
    objects,
    clean: async (step: Step, trigger: Run['trigger'] = 'nightly') => {
      let cursor: string | null = null;
      for (let isDone = false; !isDone;) {
        const result = await step.removePage({
          deps: { ...deps, ...storage, firestore },
          run: { ...run, trigger, cursor },
          callService,
        });
        ({ isDone } = result);
        cursor = result.cursor ?? null;
      }
      return [...objects.keys()].toSorted();
    },
  };
}

const createFiles = (ids: readonly string[]) => ({
  folder: 'folder-1',
  files: ids.map((id) => ({ id, name: `${id}.png` })),
});

it('removes what is left of deleted pictures', async () => {
  const uploads = createFiles(['picture-0', 'picture-1', 'picture-2']);
  await writeBatch(firestore, 'one', { tool: 'stylizer', uploads, deletedItems: [0, 1], endedAt: null });
  await writeBatch(firestore, 'retry', { tool: 'stylizer', uploads: createFiles(['picture-1']) });
  const { objects, clean } = await start();
  const uploaded = [0, 1, 2].map((index) => uploadPath('ada', 'folder-1', `picture-${index}`));
  const [first = '', ...others] = uploaded;
  const images = ['001', '002', '003'].map((name) => `results/portal/stylizer/one/${name}`);
  const archives = [archivePath('one', 'old'), archivePath('retry', 'new')];
  const thumbnail = 'results/portal/stylizer/one/001.thumbnail';
  for (const name of [...uploaded, `${first}.thumbnail`, ...images, thumbnail, ...archives]) {
    objects.set(name, createObject());
  }
  await clean(removeUploads);
  await clean(removeBucketImages);
  expect(await clean(removeArchives)).toEqual(
    [archivePath('retry', 'new'), 'results/portal/stylizer/one/003', ...others].toSorted(),
  );
});

it.each(['nightly', 'manual'] as const)(
  'keeps the ZIP of a selection as long as all of its pictures: %s',
  async (trigger) => {
    const { objects, clean } = await start();
    const writeSelection = async (batchIds: readonly string[], overrides = {}) => {
      const pictures = batchIds.map((batchId): Source => ({ batchId, index: 0, kind: 'result' }));
      const { id, ...selection } = makeSelection('ada', pictures);
      const record = { naming: null, digest: 'any', done: 0, requestedAt: past, ready: { bytes: 1 } };
      await writeArchive(firestore, id, { ...record, ...selection, expiresAt, ...overrides });
      objects.set(archivePath(id, 'any'), createObject());
      return id;
    };
    await writeBatch(firestore, 'one');
    await writeBatch(firestore, 'two', { deletedItems: [1] });
    await writeBatch(firestore, 'picture-deleted', { deletedItems: [0] });
    await writeBatch(firestore, 'files-deleted', { filesDeleted: true });
    const kept = await writeSelection(['one', 'two']);
    const gone = [
      await writeSelection(['one'], { expiresAt: past }),
      await writeSelection(['one', 'picture-deleted']),
      await writeSelection(['one', 'files-deleted']),
      await writeSelection(['one', 'missing']),
    ];
    objects.set(archivePath('selection-without-record', 'any'), createObject());
    expect(await clean(removeArchives, trigger)).toEqual([archivePath(kept, 'any')]);
    for (const id of gone) expect(await readArchive(firestore, id)).toBeUndefined();
    expect(await readArchive(firestore, kept)).toBeDefined();
  },
);

it('removes expired files that were not delivered to an agency', async () => {
  const { objects, clean } = await start();
  const timeCreated = new Date(Date.now() - RETENTION_MS - 60_000);
  objects.set('deliveries/old/0-worker', createObject({ timeCreated }));
  objects.set('deliveries/new/0-worker', createObject());
  expect(await clean(removeDeliveries)).toEqual(['deliveries/new/0-worker']);
});
