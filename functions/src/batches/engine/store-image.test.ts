import { Timestamp } from 'firebase-admin/firestore';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { saveBucketImage } from '../../pictures/media/bucket-images.ts';
import { MediaError } from '../../pictures/media/media-error.ts';
import type { MediaService } from '../../pictures/media/media-service.ts';
import { readAppearance } from '../../pictures/checks/appearance.ts';
import { createPicture } from '../../providers/testing/create-picture.ts';
import { startFirestore } from '../../providers/testing/start-firestore.ts';
import { sendJson, startTestServer } from '../../providers/testing/start-test-server.ts';
import { toMicros } from '../../spend/micros.ts';
import { startApi } from '../../testing/start-api.ts';
import { startStorage } from '../../pictures/uploads/testing/start-storage.ts';
import { createImage } from '../sources/testing/create-batches.ts';
import { processItem } from './process-item.ts';
import { addAppearance, storePaidImage } from './store-image.ts';
import { itemOf, progressOf, readLeased, writeItem } from './testing/create-item.ts';
import { findUnstoredImage, saveUnstoredImage } from './unstored-images.ts';

const firestore = await startFirestore();
const COST = toMicros(0.02);
const SETTINGS = {
  provider: 'xai',
  model: 'grok-2-image',
  outputFormat: 'jpeg',
  prompt: 'a fox',
  quantity: 4,
};
const DOWN = new MediaError('reach the service', 503, 'it is down');

beforeEach(async () => {
  vi.stubEnv('RETRY_AFTER_SECONDS', '2');
  vi.stubEnv('METADATA_SERVER_DETECTION', 'none');
  await firestore.recursiveDelete(firestore.collection('batches'));
});

/** A media service that is down. */
async function start() {
  const tasks = await startTestServer(sendJson({ name: 'queued' }));
  vi.stubEnv('CLOUD_TASKS_EMULATOR_HOST', new URL(tasks.url).host);
  const storage = await startStorage();
  const { deps } = await startApi(['ada']);
  const put = vi.fn<MediaService['put']>(() => Promise.reject(DOWN));
  const find = vi.fn<MediaService['find']>(() => Promise.reject(DOWN));
  const media: MediaService = { ...deps.media, put, find };
  const down = { ...deps, ...storage.deps, firestore, media };
  const made = { bytes: await createPicture('png', 40, 30), contentType: 'image/png' } as const;
  return { deps: down, tasks, storage, made, find, put };
}

/** The worker of the item was lost while its call was in progress. */
async function deliverLostCall(deps: Awaited<ReturnType<typeof start>>['deps'], waits: number) {
  const over = Timestamp.fromMillis(Date.now() - 1000);
  await writeItem(
    firestore,
    { state: 'calling', attempts: 1, wakeAt: over, reserved: COST },
    { settings: SETTINGS },
  );
  await processItem(deps, { batchId: 'batch', index: 3, waits });
  return (await itemOf(firestore).get()).data();
}

it('keeps a paid image that Cloud Storage does not take at first', async () => {
  const { deps, storage, made } = await start();
  await writeItem(firestore, {}, { settings: SETTINGS });
  const leased = await readLeased(firestore);
  await leased.claim('me', 60_000);
  const findMediaExcess = () => Promise.resolve('too large');
  storage.failUploads(3);
  const again = await storePaidImage({ ...deps, findMediaExcess }, leased, made, COST);
  expect((await itemOf(firestore).get()).get('wakeAt')).toEqual(Timestamp.fromDate(again ?? new Date(0)));
  expect(await findUnstoredImage(deps, leased.publicId)).toEqual({ made, cost: COST });
});

const KNOWN = { placeholder: 'known', measures: { hash: 'known', sharpness: 7 } };

it.each([KNOWN, undefined])('stores the appearance of an image: %o if it was decoded', async (appearance) => {
  const { deps, made } = await start();
  await writeItem(firestore, {}, { settings: SETTINGS });
  const leased = await readLeased(firestore);
  await leased.claim('me', 60_000);
  const findMediaExcess = () => Promise.resolve('too large');
  const image = { ...made, ...(appearance && { appearance }) };
  expect(await storePaidImage({ ...deps, findMediaExcess }, leased, image, COST)).toBeUndefined();
  const stored = (await itemOf(firestore).get()).get('image');
  expect(stored).toMatchObject(appearance ?? (await readAppearance(made.bytes)));
});

it.each([
  ['keyword-generator', true],
  ['check', false],
] as const)('measures the picture of texts: of the tool %s %s', async (tool, isMeasured) => {
  const { made } = await start();
  await writeItem(firestore, {}, { tool });
  const attempt = { kind: 'written', texts: {}, cost: COST } as const;
  const added = await addAppearance(await readLeased(firestore), attempt, made);
  expect('appearance' in added).toBe(isMeasured);
});

it('stores an image that cannot be measured', async () => {
  const { deps, made } = await start();
  await writeItem(firestore, {}, { settings: SETTINGS });
  const leased = await readLeased(firestore);
  await leased.claim('me', 60_000);
  // Its header can be read.
  const broken = { ...made, bytes: made.bytes.subarray(0, -20) };
  const put = vi.fn<MediaService['put']>(async () => createImage());
  const media = { ...deps.media, put };
  const findMediaExcess = () => Promise.resolve(undefined);
  expect(await storePaidImage({ ...deps, media, findMediaExcess }, leased, broken, COST)).toBeUndefined();
  expect((await itemOf(firestore).get()).data()).toMatchObject({ state: 'done', image: createImage() });
  expect(put).toHaveBeenCalledWith(expect.objectContaining({ hasThumbnail: true }));
});

it('retries storing a kept image without asking a media service that is down', async () => {
  const { deps, tasks, made, find, put } = await start();
  await writeItem(firestore, {}, { settings: SETTINGS });
  const { publicId } = await readLeased(firestore);
  await saveUnstoredImage(deps, publicId, made, COST);
  const findMediaExcess = () => Promise.resolve(undefined);
  expect(await deliverLostCall({ ...deps, findMediaExcess }, 5)).toMatchObject({ state: 'calling' });
  expect(find).not.toHaveBeenCalled();
  expect(put).toHaveBeenCalledTimes(3);
  expect(tasks.requests).toHaveLength(1);
  expect((await firestore.doc('failedWork/batch~not-stored').get()).exists).toBe(true);
});

it('waits until the media service can tell whether it has the image of a lost worker', async () => {
  const { deps, tasks } = await start();
  expect(await deliverLostCall(deps, 0)).toMatchObject({ state: 'calling' });
  expect(tasks.requests).toHaveLength(1);
});

describe('an image of a lost worker', () => {
  const stored = (context: Record<string, string>) => Promise.resolve({ ...createImage(), context });

  it.each([
    ['its cost', { cost: '30000' }, 30_000],
    ['the whole reserve, if its cost is unknown', {}, COST],
  ])('is taken from the media service with %s', async (_, context, cost) => {
    const { deps } = await start();
    const media = { ...deps.media, find: () => stored(context) };
    const item = await deliverLostCall({ ...deps, media }, 0);
    expect(item).toMatchObject({ state: 'done', image: createImage(), cost });
    expect(item?.['image']).not.toHaveProperty('context');
  });

  it('is taken from Cloud Storage if the media service does not have it', async () => {
    const { deps, made } = await start();
    const media = { ...deps.media, find: () => Promise.resolve(undefined) };
    await writeItem(firestore, {}, { settings: SETTINGS });
    const { publicId } = await readLeased(firestore);
    const facts = { format: 'png' as const, width: 40, height: 30, context: { cost: '30000' } };
    await saveBucketImage(deps, { publicId, ...made, ...facts });
    expect(await deliverLostCall({ ...deps, media }, 0)).toMatchObject({
      state: 'done',
      image: { isInBucket: true },
      cost: 30_000,
    });
  });

  it('may have been charged if it is nowhere', async () => {
    const { deps, tasks } = await start();
    const media = { ...deps.media, find: () => Promise.resolve(undefined) };
    expect(await deliverLostCall({ ...deps, media }, 0)).toMatchObject({ state: 'uncertain', cost: COST });
    expect(tasks.requests).toHaveLength(0);
    const progress = await progressOf(firestore).get();
    expect(progress.get('items.3.reason')).toContain('You may have been charged.');
  });

  it('is not given up because of an unexpected answer', async () => {
    const { deps } = await start();
    const find = () => Promise.reject(new MediaError('find an image', 401, 'unknown key'));
    await expect(deliverLostCall({ ...deps, media: { ...deps.media, find } }, 0)).rejects.toThrow(
      'unknown key',
    );
    expect((await itemOf(firestore).get()).get('state')).toBe('calling');
  });

  it('that was kept is stored once the media service takes it', async () => {
    const { deps, made } = await start();
    await writeItem(firestore, {}, { settings: SETTINGS });
    const { publicId } = await readLeased(firestore);
    await saveUnstoredImage(deps, publicId, made, COST);
    const put = vi.fn<MediaService['put']>(async () => createImage());
    const media = { ...deps.media, put };
    const findMediaExcess = () => Promise.resolve(undefined);
    expect(await deliverLostCall({ ...deps, media, findMediaExcess }, 0)).toMatchObject({
      state: 'done',
      cost: COST,
    });
    expect(put).toHaveBeenCalledWith(
      expect.objectContaining({
        publicId,
        bytes: made.bytes,
        contentType: 'image/png',
        fileName: 'A_batch_004.png',
        tags: ['portal-image-generator-batch', expect.stringMatching(/^expires-\d{4}-/)],
        context: { cost: String(COST) },
      }),
    );
    expect(await findUnstoredImage(deps, publicId)).toBeUndefined();
  });

  it('that the media service will never take is stored in Cloud Storage', async () => {
    const { deps, made } = await start();
    await writeItem(firestore, {}, { settings: SETTINGS });
    const leased = await readLeased(firestore);
    await leased.claim('me', 60_000);
    const put = vi.fn<MediaService['put']>(() => Promise.reject(new MediaError('store', 400, 'no')));
    const all = { ...deps, media: { ...deps.media, put }, findMediaExcess: () => Promise.resolve(undefined) };
    expect(await storePaidImage(all, leased, made, COST)).toBeUndefined();
    expect(put).toHaveBeenCalledOnce();
    expect((await itemOf(firestore).get()).get('image')).toMatchObject({ isInBucket: true, width: 40 });
  });

  it('that cannot be stored because of the key is kept without another try', async () => {
    const { deps, made } = await start();
    await writeItem(firestore, {}, { settings: SETTINGS });
    const leased = await readLeased(firestore);
    await leased.claim('me', 60_000);
    const put = vi.fn<MediaService['put']>(() => Promise.reject(new MediaError('store', 401, 'no')));
    const all = { ...deps, media: { ...deps.media, put }, findMediaExcess: () => Promise.resolve(undefined) };
    expect(await storePaidImage(all, leased, made, COST)).toBeInstanceOf(Date);
    expect(put).toHaveBeenCalledOnce();
    expect(await findUnstoredImage(deps, leased.publicId)).toEqual({ made, cost: COST });
    expect((await firestore.doc('failedWork/batch~not-stored').get()).exists).toBe(false);
  });
});
