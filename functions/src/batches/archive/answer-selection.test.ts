import { Writable } from 'node:stream';
import { callbackify } from 'node:util';
import type { Source } from '@portal/contracts/source';
import { uploadPath } from '@portal/contracts/uploads';
import { Timestamp } from 'firebase-admin/firestore';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Deps } from '../deps.ts';
import { listExport } from '../../studio/exports/list-export.ts';
import { clearFirestore, startFirestore } from '../../providers/testing/start-firestore.ts';
import { startApi } from '../../testing/start-api.ts';
import { createObject, startStorage } from '../../pictures/uploads/testing/start-storage.ts';
import {
  createImage,
  createView,
  writeBatch,
  type BatchOverrides,
} from '../sources/testing/create-batches.ts';
import { batchReference, readBatch, RETENTION_MS } from '../store/batch-store.ts';
import { changeItemTexts, NO_ITEMS, parseItemViews } from '../store/item-views.ts';
import { answerSelection } from './answer-selection.ts';
import {
  archivePath,
  archiveReference,
  makeSelection,
  readArchive,
  setArchiveReady,
} from './archive-store.ts';
import { buildArchive } from './build-archive.ts';
import { listSelection } from './list-selection.ts';

const firestore = await startFirestore();
const now = Date.now();
const at = (hoursAgo: number) => Timestamp.fromMillis(now - hoursAgo * 60 * 60 * 1000);

beforeEach(clearFirestore);

async function start() {
  const { deps: storage, objects } = await startStorage();
  const { deps } = await startApi(['ada']);
  const enqueue = vi.fn<Deps['queues']['enqueue']>().mockResolvedValue();
  const all = { ...deps, ...storage, firestore, queues: { ...deps.queues, enqueue } };
  return {
    deps: all,
    objects,
    enqueue,
    ask: (...pictures: Source[]) => answerSelection(all, 'ada', pictures),
    list: (...pictures: Source[]) => listSelection(all, 'ada', pictures),
  };
}

const picture = (batchId: string, index = 0): Source => ({ batchId, index, kind: 'result' });
const original = (batchId: string, index = 0): Source => ({ batchId, index, kind: 'original' });
const created = (hoursAgo: number): BatchOverrides => ({
  createdAt: at(hoursAgo),
  expiresAt: Timestamp.fromMillis(at(hoursAgo).toMillis() + RETENTION_MS),
});

const KEYWORDS: BatchOverrides = {
  tool: 'keyword-generator',
  total: 2,
  uploads: {
    folder: 'folder-1',
    files: [
      { id: 'picture-0', name: 'a.jpg' },
      { id: 'picture-1', name: 'b.jpg' },
    ],
  },
  items: Object.fromEntries(
    ['=Red fox', 'Red fox'].map((seo_image_title, index) => [
      index,
      createView({
        texts: {
          seo_image_title,
          seo_description: 'A fox.',
          keywords: ['fox', 'snow'],
          category: null,
          edited: false,
          extension: 'jpg',
        },
      }),
    ]),
  ),
};

it('names pictures as in the ZIPs of their batches, and uniquely', async () => {
  await writeBatch(firestore, 'new', created(1));
  await writeBatch(firestore, 'old', created(3));
  await writeBatch(firestore, 'upscaled', {
    ...created(2),
    tool: 'upscale',
    total: 2,
    uploads: {
      folder: 'folder-2',
      files: [
        { id: 'upload-0', name: 'Fox.png' },
        { id: 'upload-1', name: 'fox_in_the_snow_001.tif' },
      ],
    },
    items: { 0: createView({ image: createImage() }), 1: createView({ image: createImage() }) },
  });
  const { list } = await start();
  const { entries, fileName, expiresAt } = await list(
    picture('new'),
    picture('upscaled', 1),
    picture('old'),
    picture('upscaled', 0),
  );
  expect(entries.map(({ name }) => name)).toEqual([
    'Fox_in_the_snow_001.png',
    'Fox_upscaled.png',
    'fox_in_the_snow_001_upscaled.png',
    'Fox_in_the_snow_001-2.png',
  ]);
  expect(entries[0]?.date.toISOString()).toBe(createImage().createdAt);
  expect(fileName).toBe('library_4_pictures.zip');
  expect(expiresAt.toMillis()).toBe(at(3).toMillis() + RETENTION_MS);
});

it('adds a CSV of the texts, with the names of the files [T9.0.18, D-media.12]', async () => {
  await writeBatch(firestore, 'keywords', KEYWORDS);
  await writeBatch(firestore, 'one');
  const { list, objects } = await start();
  for (const id of ['picture-0', 'picture-1']) objects.set(uploadPath('ada', 'folder-1', id), createObject());
  const { entries } = await list(original('keywords', 1), picture('one'), original('keywords', 0));
  expect(entries.map(({ name }) => name).toSorted()).toEqual([
    'Fox_in_the_snow_001.png',
    'keywords.csv',
    'red-fox-2.jpg',
    'red-fox.jpg',
  ]);
  const csv = entries.find(({ name }) => name === 'keywords.csv');
  const text = await new Response(await csv?.open(AbortSignal.timeout(1000))).bytes();
  expect(csv?.bytes).toBe(text.length);
  expect(csv?.date).toEqual(
    entries.map(({ date }) => date).reduce((one, other) => (one > other ? one : other)),
  );
  expect(Buffer.from(text).toString()).toBe(
    [
      '\ufeffFilename,Title,Description,Keywords',
      `red-fox.jpg,'=Red fox,A fox.,"fox, snow"`,
      'red-fox-2.jpg,Red fox,A fox.,"fox, snow"',
      '',
    ].join('\r\n'),
  );
});

it('builds the ZIP of a selection once, whatever its order', async () => {
  await writeBatch(firestore, 'one');
  await writeBatch(firestore, 'two');
  const { ask, enqueue } = await start();
  expect(await ask(picture('one'), picture('two'))).toEqual({ status: 'preparing', done: 0, total: 2 });
  expect(await ask(picture('two'), picture('one'), picture('two'))).toMatchObject({ status: 'preparing' });
  expect(enqueue).toHaveBeenCalledOnce();
  const { id } = makeSelection('ada', [picture('one'), picture('two')]);
  expect((await readArchive(firestore, id))?.batchIds).toEqual(['one', 'two']);
});

it('builds it again when names change', async () => {
  await writeBatch(firestore, 'one');
  const { ask, enqueue } = await start();
  await ask(picture('one'));
  const { id } = makeSelection('ada', [picture('one')]);
  const { digest = '' } = (await readArchive(firestore, id)) ?? {};
  await setArchiveReady(firestore, { batchId: id, digest }, { bytes: 5 });
  await batchReference(firestore, 'one').update({ name: 'Owl' });
  expect(await ask(picture('one'))).toMatchObject({ status: 'preparing' });
  expect(enqueue).toHaveBeenCalledTimes(2);
});

it('builds it again when texts change, also if its files keep their names', async () => {
  await writeBatch(firestore, 'keywords', KEYWORDS);
  const { list, objects } = await start();
  for (const id of ['picture-0', 'picture-1']) objects.set(uploadPath('ada', 'folder-1', id), createObject());
  const { digest } = await list(original('keywords'));
  expect((await list(original('keywords'))).digest).toBe(digest);
  const batch = await readBatch(firestore, 'keywords');
  const texts = parseItemViews(batch?.items ?? NO_ITEMS)[0]?.texts;
  const items = changeItemTexts(batch?.items ?? NO_ITEMS, 0, { ...texts, seo_description: 'An owl.' });
  await batchReference(firestore, 'keywords').update({ items });
  expect((await list(original('keywords'))).digest).not.toBe(digest);
});

it('refuses pictures that are gone or belong to others', async () => {
  await writeBatch(firestore, 'one', { deletedItems: [0] });
  await writeBatch(firestore, 'files', { filesDeleted: true });
  await writeBatch(firestore, 'other', { owner: 'bo' });
  await writeBatch(firestore, 'expired', { expiresAt: at(1) });
  await writeBatch(firestore, 'keywords', KEYWORDS);
  const { ask, enqueue } = await start();
  for (const gone of ['one', 'files', 'other', 'expired', 'missing']) {
    await expect(ask(picture(gone))).rejects.toMatchObject({ code: 'not-found' });
  }
  await expect(ask(original('keywords'))).rejects.toThrow('This file was deleted.');
  expect(enqueue).not.toHaveBeenCalled();
});

it('stops building when a picture was deleted meanwhile', async () => {
  await writeBatch(firestore, 'one');
  const { ask, deps } = await start();
  await ask(picture('one'));
  const { id } = makeSelection('ada', [picture('one')]);
  const { digest = '' } = (await readArchive(firestore, id)) ?? {};
  await batchReference(firestore, 'one').update({ deletedItems: [0] });
  await buildArchive(deps, { batchId: id, digest, naming: null }, listExport);
  await expect(ask(picture('one'))).rejects.toThrow('This picture was deleted.');
});

it.each([
  ['is deleted', 'other', true],
  ['cannot be read', 'same', false],
])('gives up when a picture %s while its ZIP is written', async (_case, laterDigest, isGivenUp) => {
  await writeBatch(firestore, 'one');
  const { ask, deps } = await start();
  await ask(picture('one'));
  const { id } = makeSelection('ada', [picture('one')]);
  await archiveReference(firestore, id).update({ agency: 'adobe-stock', digest: 'same' });
  const entry = { name: 'a.jpg', date: new Date(), read: () => Promise.reject(new Error('It is gone.')) };
  const list = vi.fn<typeof listExport>();
  for (const digest of ['same', laterDigest])
    list.mockResolvedValueOnce({
      fileName: 'a.zip',
      entries: [entry],
      digest,
      count: 1,
      expiresAt: at(0),
    });
  const built = buildArchive(deps, { batchId: id, digest: 'same', naming: null }, list);
  const request = { agency: 'adobe-stock', pictures: [picture('one')], naming: undefined };
  if (isGivenUp) await built;
  else await expect(built).rejects.toThrow('It is gone.');
  expect(list).toHaveBeenCalledWith(deps, 'ada', request);
  expect(await readArchive(firestore, id)).toEqual(
    isGivenUp ? undefined : expect.objectContaining({ ready: null }),
  );
});

it('deletes a ZIP that was requested with other contents meanwhile', async () => {
  await writeBatch(firestore, 'keywords', KEYWORDS);
  const { ask, deps, objects } = await start();
  for (const id of ['picture-0', 'picture-1']) objects.set(uploadPath('ada', 'folder-1', id), createObject());
  const { id } = makeSelection('ada', [original('keywords')]);
  await ask(original('keywords'));
  const { digest = '' } = (await readArchive(firestore, id)) ?? {};
  const written = archivePath(id, digest);
  const bucket = deps.bucket();
  const file = bucket.file(written);
  const openFile = bucket.file.bind(bucket);
  vi.spyOn(bucket, 'file').mockImplementation((name) => (name === written ? file : openFile(name)));
  vi.spyOn(file, 'createWriteStream').mockReturnValue(
    new Writable({
      write: (_chunk, _encoding, done) => done(),
      final: callbackify(async () => {
        objects.set(written, createObject());
        await archiveReference(firestore, id).update({ digest: 'newer' });
      }),
    }),
  );
  await buildArchive({ ...deps, bucket: () => bucket }, { batchId: id, digest, naming: null }, listExport);
  expect(objects.has(written)).toBe(false);
  expect(await readArchive(firestore, id)).toMatchObject({ digest: 'newer', ready: null });
});

it('asks for at most 100 batches', async () => {
  const { ask } = await start();
  const many = Array.from({ length: 101 }, (_, index) => picture(`batch-${index}`));
  await expect(ask(...many)).rejects.toThrow('Select pictures from at most 100 batches.');
});
