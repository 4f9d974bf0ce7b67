import { generatorCalls } from '@portal/contracts/image-generator';
import { Timestamp, type DocumentReference } from 'firebase-admin/firestore';
import JSZip from 'jszip';
import { beforeEach, expect, it, vi } from 'vitest';
import { listExport } from '../../studio/exports/list-export.ts';
import { clearFirestore, startFirestore } from '../../providers/testing/start-firestore.ts';
import { ArchiveTaskSchema } from '../../platform/queues/queues.ts';
import { findTaskTimes } from '../../platform/queues/task-times.ts';
import { fakeFileMethods, startPictures } from '../api/testing/start-pictures.ts';
import { saveFailedWork } from '../engine/save-failed-work.ts';
import {
  createImage,
  createView,
  writeBatch,
  type BatchOverrides,
} from '../sources/testing/create-batches.ts';
import { failedWorkReference } from '../store/failed-work-store.ts';
import { archivePath, archiveReference, readArchive, readArchives } from './archive-store.ts';
import { buildArchive } from './build-archive.ts';
import { requestArchiveAgain } from './request-archive.ts';

const firestore = await startFirestore();
const ID = 'one';
/** Together more than one response has. */
const BYTES = 800_000;
const COUNT = 12;
const LARGE: BatchOverrides = {
  total: COUNT,
  items: Object.fromEntries(
    Array.from({ length: COUNT }, (_, index) => [
      index,
      createView({ image: createImage({ bytes: BYTES }) }),
    ]),
  ),
};

beforeEach(clearFirestore);

async function start(overrides: BatchOverrides = {}, bytes = BYTES) {
  const started = await startPictures(firestore);
  const { deps, get, open } = started;
  const enqueue = vi.spyOn(deps.queues, 'enqueue').mockResolvedValue();
  open.mockImplementation(async () => ({
    body: new Blob([new Uint8Array(bytes)]).stream(),
    contentType: 'image/png',
    contentLength: bytes,
  }));
  await writeBatch(firestore, ID, overrides);
  const ask = async () => {
    const answer = await get(generatorCalls.download.path, ID);
    return { status: answer.status, body: await answer.json() };
  };
  const readTask = () => {
    const [queue, tasks = []] = enqueue.mock.lastCall ?? [];
    expect(queue).toBe('buildArchives');
    return ArchiveTaskSchema.parse(tasks[0]?.data);
  };
  return {
    ...started,
    ...fakeFileMethods(started),
    enqueue,
    ask,
    readTask,
    build: (change: object = {}) => buildArchive(deps, { ...readTask(), ...change }, listExport),
  };
}

it('streams a small ZIP of the images that the batch has so far', async () => {
  const { get, enqueue } = await start({ items: { 0: createView({ image: createImage({ bytes: 9 }) }) } }, 9);
  const answer = await get(generatorCalls.download.path, ID);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="Fox_in_the_snow_images.zip"',
  });
  const { files } = await JSZip.loadAsync(await answer.arrayBuffer(), { checkCRC32: true });
  expect(Object.keys(files)).toEqual(['Fox_in_the_snow_001.png']);
  expect(enqueue).not.toHaveBeenCalled();
});

it('dates an image by its batch if the media service did not', async () => {
  const createdAt = Timestamp.fromMillis(Date.now() - 60_000);
  const { createdAt: _, ...image } = createImage({ bytes: 9 });
  const { get } = await start({ createdAt, items: { 0: createView({ image }) } }, 9);
  const answer = await get(generatorCalls.download.path, ID);
  const { files } = await JSZip.loadAsync(await answer.arrayBuffer());
  const [time = 0] = Object.values(files).map(({ date }) => date.getTime());
  expect(Math.abs(time - createdAt.toMillis())).toBeLessThan(3000);
});

it('has no ZIP of a batch without images', async () => {
  const { ask } = await start({ items: {} });
  expect(await ask()).toMatchObject({ status: 404 });
});

it('builds a large ZIP once, shows how far it is, and answers a link to it', async () => {
  const { ask, build, enqueue, objects, createWriteStream } = await start(LARGE);
  expect(await ask()).toEqual({ status: 202, body: { status: 'preparing', done: 0, total: COUNT } });
  await archiveReference(firestore, ID).update({ done: 5 });
  expect(await ask()).toMatchObject({ body: { status: 'preparing', done: 5 } });
  expect(enqueue).toHaveBeenCalledOnce();
  await saveFailedWork(firestore, ID, 'archive');
  await build();
  expect((await failedWorkReference(firestore, ID, 'archive').get()).exists).toBe(false);
  const { digest = '', done } = (await readArchive(firestore, ID)) ?? {};
  expect(done).toBe(10);
  const zip = objects.get(archivePath(ID, digest))?.bytes ?? Buffer.alloc(0);
  expect(await ask()).toEqual({
    status: 200,
    body: { status: 'ready', url: archivePath(ID, digest), bytes: zip.length },
  });
  expect(Object.keys((await JSZip.loadAsync(zip)).files)).toHaveLength(COUNT);
  expect(createWriteStream).toHaveBeenCalledWith({
    contentType: 'application/zip',
    metadata: { contentDisposition: 'attachment; filename="Fox_in_the_snow_images.zip"' },
  });
  // The task comes again.
  objects.clear();
  await build();
  expect(objects.size).toBe(0);
});

it('builds a ZIP again whose worker was lost', async () => {
  const { ask, enqueue } = await start(LARGE);
  await ask();
  const { restartAfterMs } = findTaskTimes('archive');
  const requestedAgo = (ms: number) =>
    archiveReference(firestore, ID).update({ requestedAt: Timestamp.fromMillis(Date.now() - ms) });
  await requestedAgo(restartAfterMs - 30_000);
  await ask();
  expect(enqueue).toHaveBeenCalledOnce();
  await requestedAgo(restartAfterMs);
  expect(await ask()).toMatchObject({ status: 202, body: { done: 0 } });
  expect(enqueue).toHaveBeenCalledTimes(2);
});

it.each<[string, (batch: DocumentReference) => Promise<unknown>]>([
  ['deleted', (batch) => batch.update({ deletedAt: Timestamp.now() })],
  ['removed', (batch) => batch.delete()],
  ['renamed', (batch) => batch.update({ name: 'Owl' })],
])('builds no ZIP of a batch that was %s meanwhile', async (_, change) => {
  const { ask, build, objects } = await start(LARGE);
  await ask();
  await change(firestore.doc(`batches/${ID}`));
  await build();
  expect(objects.size).toBe(0);
  expect(await readArchive(firestore, ID)).toMatchObject({ ready: null });
});

it('builds only the ZIP that was asked for last', async () => {
  const { ask, build, objects } = await start(LARGE);
  await ask();
  await build({ digest: 'older' });
  expect(objects.size).toBe(0);
  await archiveReference(firestore, ID).delete();
  await build();
  expect(objects.size).toBe(0);
});

it('reads the ZIPs that exist', async () => {
  const { ask } = await start(LARGE);
  await ask();
  expect([...(await readArchives(firestore, [ID, 'missing', ID])).keys()]).toEqual([ID]);
  expect(await readArchives(firestore, [])).toEqual(new Map());
});

it('requests a ZIP again for an admin, unless it is ready', async () => {
  const { deps, ask, build, enqueue, readTask } = await start(LARGE);
  await requestArchiveAgain(deps, ID);
  expect(enqueue).not.toHaveBeenCalled();
  await ask();
  const task = readTask();
  await archiveReference(firestore, ID).update({ done: 5 });
  await requestArchiveAgain(deps, ID);
  expect(readTask()).toEqual(task);
  expect(await readArchive(firestore, ID)).toMatchObject({ done: 0, digest: task.digest });
  await build();
  await requestArchiveAgain(deps, ID);
  expect(enqueue).toHaveBeenCalledTimes(2);
});
