import { setTimeout as sleep } from 'node:timers/promises';
import { generatorCalls } from '@portal/contracts/image-generator';
import { MAX_SOURCE_BYTES } from '@portal/contracts/source';
import { stylizerOriginals } from '@portal/contracts/stylizer';
import { uploadPath } from '@portal/contracts/uploads';
import { Timestamp } from 'firebase-admin/firestore';
import sharp from 'sharp';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createPicture } from '../../providers/testing/create-picture.ts';
import { clearFirestore, countReads, startFirestore } from '../../providers/testing/start-firestore.ts';
import { createObject } from '../../pictures/uploads/testing/start-storage.ts';
import {
  createImage,
  createView,
  writeBatch,
  type BatchOverrides,
} from '../sources/testing/create-batches.ts';
import { drawThumbnail } from './draw-thumbnail.ts';
import { startPictures } from './testing/start-pictures.ts';

const firestore = await startFirestore();
const past = Timestamp.fromMillis(Date.now() - 1000);
const ORIGINAL = uploadPath('ada', 'folder-2', 'original-1');
const STYLIZED: BatchOverrides = {
  tool: 'stylizer',
  uploads: { folder: 'folder-2', files: [{ id: 'original-1', name: 'fox.png' }] },
};
let batches = 0;
/** Of a new batch, which nobody has looked up yet. */
const makeId = () => `thumbnails-${(batches += 1)}`;

beforeEach(clearFirestore);

const start = () => startPictures(firestore);

const thumbnail = generatorCalls.thumbnail.path;
const originalThumbnail = stylizerOriginals.originalThumbnail.path;

describe('thumbnails of results', () => {
  it('cost one read for all of a finished batch', async () => {
    const { get } = await start();
    const id = makeId();
    const items = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [index, createView({ image: createImage() })]),
    );
    await writeBatch(firestore, id, { total: 100, items });
    // However long the requests take, they come at once.
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const reads = await countReads(async () => {
      const answers = await Promise.all(
        Object.keys(items).map(async (index) => get(thumbnail, id, Number(index))),
      );
      expect(answers.every(({ status }) => status === 200)).toBe(true);
    });
    expect(reads).toBe(1);
  });

  it('are found in a batch with failed items, which have none', async () => {
    const { get } = await start();
    const id = makeId();
    const items = { 0: createView({ image: createImage() }), 1: createView({ state: 'failed' }) };
    await writeBatch(firestore, id, { total: 3, items });
    const answers = [0, 1, 2].map(async (index) => (await get(thumbnail, id, index)).status);
    expect(await Promise.all(answers)).toEqual([200, 404, 404]);
  });

  it('are found while the batch is running', async () => {
    const { get, open } = await start();
    const id = makeId();
    await writeBatch(firestore, id, { endedAt: null });
    expect((await get(thumbnail, id)).status).toBe(200);
    expect(open).toHaveBeenCalledWith(createImage(), 'thumbnail', expect.anything());
    expect((await get(thumbnail, id, 1)).status).toBe(404);
  });

  it.each<[string, BatchOverrides]>([
    ["another person's", { owner: 'bo' }],
    ['another tool', { tool: 'upscale' }],
    ['a deleted', { deletedAt: past }],
    ['an expired', { expiresAt: past }],
    ['a cleaned up', { filesDeleted: true }],
  ])('answer 404 for the batch of %s', async (_, overrides) => {
    const { get, open } = await start();
    const id = makeId();
    await writeBatch(firestore, id, overrides);
    expect((await get(thumbnail, id)).status).toBe(404);
    expect(open).not.toHaveBeenCalled();
  });

  it('answer 404 right after a delete, and 404 to another person meanwhile', async () => {
    const { deps, call, get } = await start();
    const id = makeId();
    await writeBatch(firestore, id);
    expect((await get(thumbnail, id)).status).toBe(200);
    expect((await get(thumbnail, id, 0, 'bo')).status).toBe(404);
    vi.spyOn(deps.queues, 'enqueue').mockResolvedValue();
    expect((await call('DELETE', generatorCalls.remove.path.replace('{id}', id))).status).toBe(204);
    expect((await get(thumbnail, id)).status).toBe(404);
  });

  it('answer 404 two seconds after another instance has deleted the batch', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { get } = await start();
    const id = makeId();
    await writeBatch(firestore, id);
    expect((await get(thumbnail, id)).status).toBe(200);
    await firestore.doc(`batches/${id}`).update({ deletedAt: Timestamp.now() });
    vi.setSystemTime(Date.now() + 2001);
    expect((await get(thumbnail, id)).status).toBe(404);
    vi.useRealTimers();
  });
});

describe('thumbnails of originals', () => {
  it('are read as the worker has saved them, without the original', async () => {
    const { get, objects, requests } = await start();
    const id = makeId();
    await writeBatch(firestore, id, STYLIZED);
    objects.set(ORIGINAL, createObject({ bytes: await createPicture('png') }));
    objects.set(`${ORIGINAL}.thumbnail`, createObject({ bytes: Buffer.from('small') }));
    const answer = await get(originalThumbnail, id);
    expect(await answer.text()).toBe('small');
    expect(answer.headers.get('content-type')).toBe('image/webp');
    expect(requests).toHaveLength(1);
  });

  it('are drawn before the worker has saved them', async () => {
    const { get, objects } = await start();
    const id = makeId();
    await writeBatch(firestore, id, STYLIZED);
    objects.set(ORIGINAL, createObject({ bytes: await createPicture('png', 640, 400) }));
    const answer = await get(originalThumbnail, id);
    expect(await sharp(await answer.arrayBuffer()).metadata()).toMatchObject({
      format: 'webp',
      width: 320,
      height: 200,
    });
    objects.set(ORIGINAL, createObject());
    expect((await get(originalThumbnail, id)).status).toBe(404);
    objects.delete(ORIGINAL);
    expect((await get(originalThumbnail, id)).status).toBe(404);
  });

  it('are drawn from one large file after the other', async () => {
    const { deps, objects, requests } = await start();
    const bytes = await createPicture('png');
    const ready = Promise.withResolvers<void>();
    const names = ['large', 'larger', 'small'];
    for (const name of names) {
      const size = name === 'small' ? bytes.length : MAX_SOURCE_BYTES;
      objects.set(name, createObject({ bytes, size, ready: ready.promise }));
    }
    const signal = new AbortController().signal;
    const drawing = Promise.all(
      names.map((name) => drawThumbnail(deps, { path: name, generation: undefined }, signal)),
    );
    const count = (isContent: boolean) =>
      requests.filter((request) => request.includes('alt=media') === isContent).length;
    await expect.poll(() => count(false)).toBe(names.length);
    await sleep(100);
    expect(count(true)).toBe(1);
    ready.resolve();
    expect(await drawing).toEqual(names.map(() => expect.any(Buffer)));
  });
});
