import { generatorCalls } from '@portal/contracts/image-generator';
import {
  readSharedBatch,
  shareBatch,
  sharedPicture,
  sharedThumbnail,
  stopSharing,
} from '@portal/contracts/sharing';
import { stylizerOriginals } from '@portal/contracts/stylizer';
import { uploadPath } from '@portal/contracts/uploads';
import { Timestamp } from 'firebase-admin/firestore';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { userReference } from '../../identity/access-store.ts';
import { MediaError } from '../../pictures/media/media-error.ts';
import { clearFirestore, startFirestore } from '../../providers/testing/start-firestore.ts';
import { createObject } from '../../pictures/uploads/testing/start-storage.ts';
import {
  createImage,
  createView,
  writeBatch,
  type BatchOverrides,
} from '../sources/testing/create-batches.ts';
import { fakeFileMethods, startPictures } from './testing/start-pictures.ts';

const firestore = await startFirestore();
const MAX_RESPONSE_BYTES = 9_000_000;
let batches = 0;
/** Another one for each test: where the pictures of a batch are is cached. */
let id = '';
const ORIGINAL = uploadPath('ada', 'folder-1', 'picture-0');
const past = Timestamp.fromMillis(Date.now() - 1000);

beforeEach(async () => {
  batches += 1;
  id = `pictures-${batches}`;
  await clearFirestore();
  await userReference(firestore, 'ada').set({ email: 'ada@studio.example', role: 'user' });
});

const withFiles = (tool: BatchOverrides['tool'], overrides: BatchOverrides = {}): BatchOverrides => ({
  ...(tool && { tool }),
  total: 3,
  uploads: {
    folder: 'folder-1',
    files: [0, 1, 2].map((index) => ({ id: `picture-${index}`, name: `${index}.png` })),
  },
  ...overrides,
});

async function start(overrides: BatchOverrides = {}) {
  const started = await startPictures(firestore);
  const { call } = started;
  await writeBatch(firestore, id, overrides);
  const share = async (uid = 'ada'): Promise<{ status: number; token: string }> => {
    const answer = await call('PUT', shareBatch.path.replace('{id}', id), uid);
    const { data } = shareBatch.response.safeParse(await answer.json());
    return { status: answer.status, token: data?.token ?? '' };
  };
  const look = (path: string, token: string, index = 0) =>
    call('GET', path.replace('{token}', token).replace('{index}', String(index)), 'bo');
  const read = async (token: string): Promise<unknown> => (await look(readSharedBatch.path, token)).json();
  const stop = (uid = 'ada') => call('DELETE', stopSharing.path.replace('{id}', id), uid);
  return { ...started, share, look, read, stop };
}

describe('a shared batch', () => {
  it('is shown with its finished images to everyone who has the link', async () => {
    const { share, read } = await start({
      settings: { prompt: 'a fox' },
      total: 2,
      items: { 0: createView({ image: createImage() }), 1: createView({ state: 'failed' }) },
    });
    const { token } = await share();
    expect((await share()).token).toBe(token);
    expect(await read(token)).toEqual({
      batchId: id,
      tool: 'image-generator',
      name: 'Fox in the snow',
      prompt: 'a fox',
      ownerEmail: 'ada@studio.example',
      status: 'completed',
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
      total: 2,
      pictures: [
        {
          index: 0,
          kind: 'result',
          fileName: 'Fox_in_the_snow_001.png',
          url: `/api/shared/${token}/pictures/0`,
          thumbnailUrl: `/api/shared/${token}/pictures/0/thumbnail`,
          width: 40,
          height: 30,
          bytes: 900,
        },
      ],
    });
  });

  it('is not shared by a request that was admitted just before a revoke', async () => {
    const { share } = await start();
    await userReference(firestore, 'ada').delete();
    expect((await share()).status).toBe(403);
    expect((await firestore.collection('shares').get()).size).toBe(0);
  });

  it('is hidden by admins, who cannot share it', async () => {
    const { deps, share, look, stop } = await start();
    const { token } = await share();
    vi.spyOn(deps.accessCache, 'get').mockReturnValue('admin');
    expect((await share('bo')).status).toBe(404);
    expect((await look(readSharedBatch.path, token)).status).toBe(200);
    expect((await stop('bo')).status).toBe(204);
    expect((await look(readSharedBatch.path, token)).status).toBe(404);
    expect((await share()).token).not.toBe(token);
  });

  it('has the originals of finished texts, if its tool makes no images', async () => {
    const texts = createView({ texts: {} });
    const items = { 0: texts, 1: createView({ state: 'failed' }), 2: texts };
    const keywords = withFiles('keyword-generator', { items, deletedItems: [2] });
    const { share, read, look, objects } = await start(keywords);
    const { token } = await share();
    expect(await read(token)).toMatchObject({
      prompt: null,
      pictures: [{ index: 0, kind: 'original', fileName: '0.png', url: `/api/shared/${token}/pictures/0` }],
    });
    for (const index of [0, 1, 2])
      objects.set(uploadPath('ada', 'folder-1', `picture-${index}`), createObject());
    const statuses = [0, 1, 2].map(async (index) => (await look(sharedPicture.path, token, index)).status);
    expect(await Promise.all(statuses)).toEqual([200, 404, 404]);
    await firestore.doc(`batches/${id}`).update({ filesDeleted: true });
    expect(await read(token)).toMatchObject({ pictures: [] });
  });

  it('has pictures that browsers keep for minutes only', async () => {
    const { share, look, open } = await start();
    const { token } = await share();
    for (const [path, variant] of [
      [sharedPicture.path, 'full'],
      [sharedThumbnail.path, 'thumbnail'],
    ] as const) {
      const answer = await look(path, token);
      expect(await answer.text()).toBe('small');
      expect(answer.headers.get('cache-control')).toBe('private, max-age=300');
      expect(open).toHaveBeenLastCalledWith(createImage(), variant, expect.anything());
    }
  });

  it('is shared and hidden by its owner only', async () => {
    const { share, look, stop } = await start();
    expect((await share('bo')).status).toBe(404);
    expect((await stop()).status).toBe(204);
    const { token } = await share();
    expect((await stop('bo')).status).toBe(404);
    expect((await look(readSharedBatch.path, token)).status).toBe(200);
    expect((await stop()).status).toBe(204);
    for (const path of [readSharedBatch.path, sharedPicture.path, sharedThumbnail.path])
      expect({ path, status: (await look(path, token)).status }).toEqual({ path, status: 404 });
    expect((await firestore.collection('shares').get()).size).toBe(0);
    expect((await share()).token).not.toBe(token);
  });

  it.each([{ deletedAt: past }, { expiresAt: past }])('is gone for everyone with %j', async (gone) => {
    const { share, look } = await start();
    const { token } = await share();
    await firestore.doc(`batches/${id}`).update(gone);
    expect((await look(readSharedBatch.path, token)).status).toBe(404);
    expect((await share()).status).toBe(404);
  });
});

describe('an original', () => {
  const path = stylizerOriginals.original.path;

  it('is sent to its owner with its type and size', async () => {
    const { get, objects } = await start(withFiles('stylizer'));
    objects.set(ORIGINAL, createObject());
    const answer = await get(path, id);
    expect(await answer.text()).toBe('abc');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': '3',
      'cache-control': 'private, max-age=259200, immutable',
    });
    expect((await get(path, id, 0, 'bo')).status).toBe(404);
  });

  it('never has a type that a browser would run', async () => {
    const { get, objects } = await start(withFiles('stylizer'));
    objects.set(ORIGINAL, createObject({ contentType: 'text/html' }));
    expect((await get(path, id)).headers.get('content-type')).toBe('application/octet-stream');
  });

  it('is a link if it is too large for a response', async () => {
    const started = await start(withFiles('stylizer'));
    const { get, objects } = started;
    fakeFileMethods(started);
    objects.set(ORIGINAL, createObject({ size: MAX_RESPONSE_BYTES }));
    expect((await get(path, id)).headers.get('content-type')).toBe('image/png');
    objects.set(ORIGINAL, createObject({ size: MAX_RESPONSE_BYTES + 1 }));
    expect(await (await get(path, id)).json()).toEqual({
      url: `${ORIGINAL} attachment; filename*=UTF-8''0.png image/png`,
      bytes: MAX_RESPONSE_BYTES + 1,
    });
  });

  it.each<[string, BatchOverrides, number]>([
    ['was deleted', { deletedItems: [0] }, 0],
    ['was cleaned up', { filesDeleted: true }, 0],
    ['does not exist', {}, 3],
    ['is gone', {}, 1],
    ['was never uploaded', { uploads: null }, 0],
  ])('that %s is not found', async (_, overrides, index) => {
    const { get, objects } = await start(withFiles('stylizer', overrides));
    objects.set(ORIGINAL, createObject());
    for (const each of [path, stylizerOriginals.originalThumbnail.path])
      expect((await get(each, id, index)).status).toBe(404);
  });

  it.each(['original', 'result'] as const)(
    'that is not copied yet is sent from its source: %s',
    async (kind) => {
      const from = { batchId: 'source', index: 0, kind };
      const files = [{ id: 'copied-1', name: 'fox.png', from }];
      const { get, objects, open } = await start(
        withFiles('stylizer', { uploads: { folder: 'folder-2', files } }),
      );
      expect((await get(path, id)).status).toBe(404);
      await writeBatch(firestore, 'source', withFiles('stylizer'));
      objects.set(ORIGINAL, createObject());
      expect(await (await get(path, id)).text()).toBe(kind === 'original' ? 'abc' : 'small');
      expect(open).toHaveBeenCalledTimes(kind === 'original' ? 0 : 1);
      if (kind === 'result') {
        await get(stylizerOriginals.originalThumbnail.path, id);
        expect(open).toHaveBeenLastCalledWith(createImage(), 'thumbnail', expect.anything());
      }
      objects.set(uploadPath('ada', 'folder-2', 'copied-1'), createObject({ bytes: Buffer.from('copy') }));
      expect(await (await get(path, id)).text()).toBe('copy');
    },
  );
});

describe('an image', () => {
  const { image, thumbnail } = generatorCalls;

  it('has the length that the media service says', async () => {
    const { get, open } = await start();
    expect((await get(image.path, id)).headers.has('content-length')).toBe(false);
    const body = new Blob(['large']).stream();
    open.mockResolvedValueOnce({ body, contentType: 'image/png', contentLength: 5 });
    const answer = await get(image.path, id);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': '5',
      'cache-control': 'private, max-age=259200, immutable',
    });
  });

  it('is not found if it was not made, or was cleaned up', async () => {
    const { get, open } = await start({ items: { 0: createView({ state: 'failed' }) } });
    for (const index of [0, 1]) expect((await get(image.path, id, index)).status).toBe(404);
    await writeBatch(firestore, id, { filesDeleted: true });
    expect((await get(image.path, id)).status).toBe(404);
    expect(open).not.toHaveBeenCalled();
  });

  it('is not found if its file was just deleted, and is not hidden by another error', async () => {
    const { get, open } = await start();
    open.mockRejectedValueOnce(new MediaError('open an image', 404, 'gone'));
    expect((await get(image.path, id)).status).toBe(404);
    vi.spyOn(console, 'error').mockReturnValue();
    for (const error of [new MediaError('open an image', 500, 'down'), new Error('down')]) {
      open.mockRejectedValueOnce(error);
      expect((await get(image.path, id)).status).toBeGreaterThanOrEqual(500);
    }
  });

  it('in Cloud Storage is sent from there, or as a link to it', async () => {
    const started = await start({
      items: { 0: createView({ image: createImage({ isInBucket: true, bytes: MAX_RESPONSE_BYTES + 1 }) }) },
    });
    const { get, objects, open } = started;
    fakeFileMethods(started);
    const stored = `results/${createImage().publicId}`;
    objects.set(`${stored}.thumbnail`, createObject());
    expect(await (await get(thumbnail.path, id)).text()).toBe('abc');
    expect(await (await get(image.path, id)).json()).toMatchObject({
      url: `${stored} attachment; filename*=UTF-8''Fox_in_the_snow_001.png`,
    });
    expect(open).not.toHaveBeenCalled();
  });
});
