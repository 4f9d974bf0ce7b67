import { makeQueuedItem, type BatchFile } from '../store/batch-record.ts';
import { UPLOAD_RULES, uploadPath } from '@portal/contracts/uploads';
import { Timestamp } from 'firebase-admin/firestore';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { MediaService } from '../../pictures/media/media-service.ts';
import { MediaError } from '../../pictures/media/media-error.ts';
import { createPicture } from '../../providers/testing/create-picture.ts';
import { clearFirestore, startFirestore } from '../../providers/testing/start-firestore.ts';
import { startApi } from '../../testing/start-api.ts';
import { findTool } from '../../tools.ts';
import { createObject, startStorage } from '../../pictures/uploads/testing/start-storage.ts';
import { createView, writeBatch, type BatchOverrides } from '../sources/testing/create-batches.ts';
import { readBatch } from '../store/batch-store.ts';
import { withFileMemory } from './large-files.ts';
import { readPicture } from './read-picture.ts';

const firestore = await startFirestore();
const past = Timestamp.fromMillis(Date.now() - 1000);
const COPY = uploadPath('ada', 'folder-9', 'copied-1');
const GONE = 'This picture was deleted or expired before work on it started. You were not charged.';
const from = {
  batchId: 'source',
  index: 0,
  kind: 'result',
  bytes: 900,
  date: '2026-11-20T00:00:00Z',
} as const;

beforeEach(clearFirestore);

/** A batch whose only original is a picture of the batch `source`, or this file. */
async function start(kind: 'result' | 'original' = 'result', file?: BatchFile) {
  const { deps: storage, objects, failUploads } = await startStorage();
  const { deps } = await startApi(['ada']);
  const bytes = await createPicture('png');
  const open = vi.fn<MediaService['open']>(async () => ({
    body: new Blob([new Uint8Array(bytes)]).stream(),
    contentType: 'image/png',
  }));
  const files = [file ?? { id: 'copied-1', name: 'fox.png', from: { ...from, kind } }];
  await writeBatch(firestore, 'new', {
    tool: 'stylizer',
    uploads: { folder: 'folder-9', files },
    items: {},
    endedAt: null,
  });
  const all = { ...deps, ...storage, firestore, media: { ...deps.media, open } };
  const read = async () => {
    const batch = await readBatch(firestore, 'new');
    if (!batch) throw new Error('The batch does not exist.');
    return readPicture(all, findTool('stylizer'), batch, 0);
  };
  return { read, objects, failUploads, open, bytes };
}

it('reads the upload that was checked, never one that was put in its place', async () => {
  const { read, objects, bytes } = await start('original', {
    id: 'copied-1',
    name: 'fox.png',
    generation: '1',
  });
  objects.set(COPY, createObject({ bytes, generation: '1' }));
  expect(await read()).toMatchObject({ kind: 'picture', picture: { bytes } });
  objects.set(COPY, createObject({ bytes, generation: '2' }));
  expect(await read()).toEqual({
    kind: 'unreadable',
    reason: 'The uploaded file no longer exists. Upload it again.',
  });
});

describe('a picture of another batch', () => {
  it('is copied once, and outlives its source [D-one-studio.1]', async () => {
    const { read, objects, open, bytes } = await start();
    await writeBatch(firestore, 'source');
    expect(await read()).toMatchObject({ kind: 'picture', picture: { bytes } });
    expect([...objects.keys()]).toEqual([COPY]);
    expect(objects.get(COPY)).toMatchObject({ bytes, contentType: 'image/png' });
    await firestore.recursiveDelete(firestore.doc('batches/source'));
    expect(await read()).toMatchObject({ kind: 'picture', picture: { bytes } });
    expect(open).toHaveBeenCalledTimes(1);
  });

  it('is copied from Cloud Storage if it is an original', async () => {
    const { read, objects, bytes } = await start('original');
    const path = uploadPath('ada', 'folder-2', 'original-1');
    objects.set(path, createObject({ bytes }));
    const uploads = { folder: 'folder-2', files: [{ id: 'original-1', name: 'a.png' }] };
    await writeBatch(firestore, 'source', { tool: 'stylizer', uploads });
    expect(await read()).toMatchObject({ kind: 'picture', picture: { bytes } });
    objects.delete(path);
    expect(await read()).toMatchObject({ kind: 'picture', picture: { bytes } });
    objects.delete(COPY);
    expect(await read()).toEqual({ kind: 'unreadable', reason: GONE });
  });

  it('is copied by the next delivery if a copy fails', async () => {
    const { read, objects, failUploads, bytes } = await start();
    await writeBatch(firestore, 'source');
    failUploads(Number.POSITIVE_INFINITY);
    await expect(read()).rejects.toMatchObject({ code: 503 });
    expect(objects.size).toBe(0);
    failUploads(0);
    expect(await read()).toMatchObject({ kind: 'picture', picture: { bytes } });
  });

  it.each<[string, BatchOverrides | undefined]>([
    ['does not exist', undefined],
    ['is deleted', { deletedAt: past }],
    ['has expired', { expiresAt: past }],
    ["is another person's", { owner: 'bo' }],
    ['has no files any more', { filesDeleted: true }],
    ['has no such image', { items: { 0: createView({ state: 'failed' }) } }],
  ])('is gone if its batch %s', async (_, source) => {
    const { read, open, objects } = await start();
    if (source) await writeBatch(firestore, 'source', source);
    expect(await read()).toEqual({ kind: 'unreadable', reason: GONE });
    expect(open).not.toHaveBeenCalled();
    expect(objects.size).toBe(0);
  });

  it('is gone if the media service does not have it, and not if the service is down', async () => {
    const { read, open } = await start();
    await writeBatch(firestore, 'source');
    open.mockRejectedValueOnce(new MediaError('open an image', 404, 'not found'));
    expect(await read()).toEqual({ kind: 'unreadable', reason: GONE });
    open.mockRejectedValueOnce(new MediaError('open an image', 503, 'down'));
    await expect(read()).rejects.toThrow('503');
  });

  it('is not left behind if its batch is deleted while it is copied', async () => {
    const { read, objects, open, bytes } = await start();
    await writeBatch(firestore, 'source');
    const picture = { body: new Blob([new Uint8Array(bytes)]).stream(), contentType: 'image/png' };
    open.mockImplementationOnce(async () => {
      await firestore.doc('batches/new').update({ deletedAt: past });
      return picture;
    });
    expect(await read()).toEqual({ kind: 'unreadable', reason: GONE });
    expect(objects.size).toBe(0);
  });

  it('is kept for a retry of its batch, which shares the folder', async () => {
    const { read, objects, open, bytes } = await start();
    await writeBatch(firestore, 'source');
    const picture = { body: new Blob([new Uint8Array(bytes)]).stream(), contentType: 'image/png' };
    open.mockImplementationOnce(async () => {
      const batch = await firestore.doc('batches/new').get();
      await firestore.doc('batches/retry').set(batch.data() ?? {});
      await firestore.recursiveDelete(batch.ref);
      return picture;
    });
    expect(await read()).toMatchObject({ kind: 'picture' });
    expect([...objects.keys()]).toEqual([COPY]);
  });

  it('fails with its reason if it cannot be read', async () => {
    const { read, open, objects } = await start();
    await writeBatch(firestore, 'source');
    open.mockResolvedValueOnce({ body: new Blob(['no picture']).stream(), contentType: 'image/png' });
    expect(await read()).toMatchObject({
      kind: 'unreadable',
      reason: expect.stringContaining('This is not'),
    });
    expect([...objects.keys()]).toEqual([COPY]);
  });
});

describe('the memory for large originals', () => {
  const MEGABYTE = 1024 ** 2;
  const end = new Date();
  const until = { kind: 'wait', until: end } as const;

  /** An attempt at an item whose original has this size. */
  async function attempt(bytes: number, work: () => Promise<undefined>) {
    const files = [{ id: 'copied-1', name: 'fox.png', from: { ...from, bytes } }];
    await writeBatch(firestore, 'new', { tool: 'upscale', uploads: { folder: 'folder-9', files } });
    const batch = await readBatch(firestore, 'new');
    if (!batch) throw new Error('The batch does not exist.');
    const readRecord = () => makeQueuedItem(0, 0, 0, batch.expiresAt);
    return withFileMemory(
      { tool: findTool('upscale'), batch, index: 0, readRecord, findPauseEnd: () => end },
      work,
    );
  }

  it('is used by one after the other, and never needed for the size of an upload', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort());
    const { promise, resolve } = Promise.withResolvers<undefined>();
    timeout.mockReturnValueOnce(new AbortController().signal);
    const first = attempt(128 * MEGABYTE, () => promise);
    await expect.poll(() => timeout.mock.calls.length).toBe(1);
    expect(await attempt(20 * MEGABYTE, async () => undefined)).toEqual(until);
    expect(await attempt(UPLOAD_RULES.upscale.maxBytes, async () => undefined)).toBeUndefined();
    resolve(undefined);
    await first;
    timeout.mockReturnValueOnce(new AbortController().signal);
    expect(await attempt(200 * MEGABYTE, async () => undefined)).toBeUndefined();
  });
});
