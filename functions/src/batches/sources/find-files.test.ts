import type { Source } from '@portal/contracts/source';
import {
  ChosenFilesSchema,
  UPLOAD_RULES,
  uploadPath,
  type ChosenFile,
  type UploadRules,
} from '@portal/contracts/uploads';
import { Timestamp } from 'firebase-admin/firestore';
import { beforeEach, expect, it } from 'vitest';
import { clearFirestore, countReads, startFirestore } from '../../providers/testing/start-firestore.ts';
import { startApi } from '../../testing/start-api.ts';
import { createObject, startStorage } from '../../pictures/uploads/testing/start-storage.ts';
import { findFiles } from './find-files.ts';
import { createImage, createView, writeBatch, type BatchOverrides } from './testing/create-batches.ts';

const firestore = await startFirestore();
const FOLDER = 'folder-1';
const past = Timestamp.fromMillis(Date.now() - 1000);
const result: Source = { batchId: 'one', index: 0, kind: 'result' };
const original: Source = { ...result, kind: 'original' };

beforeEach(clearFirestore);

async function start() {
  const { deps: storage, objects } = await startStorage();
  const { deps } = await startApi(['ada']);
  const find = (files: readonly ChosenFile[], rules: UploadRules = UPLOAD_RULES.stylizer) =>
    findFiles({ ...deps, ...storage, firestore }, 'ada', { folder: FOLDER, files: [...files] }, rules);
  return { find, objects };
}

const STYLIZED: BatchOverrides = {
  tool: 'stylizer',
  uploads: { folder: 'folder-2', files: [{ id: 'original-1', name: 'Café 1.tif' }] },
};
const timeCreated = new Date('2026-11-21T01:02:03.000Z');

it('names, dates and orders uploads and pictures of other batches [D-one-studio.1]', async () => {
  const { find, objects } = await start();
  objects.set(uploadPath('ada', FOLDER, 'upload-1'), createObject());
  objects.set(uploadPath('ada', 'folder-2', 'original-1'), createObject({ timeCreated }));
  await writeBatch(firestore, 'one', {
    name: '11/21/26, 1:02 AM',
    settings: { prompt: 'A red fox, running' },
  });
  await writeBatch(firestore, 'two', STYLIZED);
  const found = await find([
    { from: { ...original, batchId: 'two' } },
    { id: 'upload-1', name: 'a.png' },
    { from: { ...result, batchId: 'two' } },
    { from: result },
  ]);
  const date = createImage().createdAt;
  expect(found).toEqual({
    folder: FOLDER,
    files: [
      {
        id: expect.any(String),
        name: 'Café 1.tif',
        from: { ...original, batchId: 'two', bytes: 3, date: timeCreated.toISOString() },
      },
      { id: 'upload-1', name: 'a.png', generation: '1' },
      {
        id: expect.any(String),
        name: 'Café 1_stylized.png',
        from: { ...result, batchId: 'two', bytes: 900, date },
      },
      { id: expect.any(String), name: '11_21_26__1_02_AM_001.png', from: { ...result, bytes: 900, date } },
    ],
    sources: {
      one: { tool: 'image-generator', name: 'A red fox' },
      two: { tool: 'stylizer', name: 'Fox in the snow' },
    },
  });
  expect(new Set(found.files.map(({ id }) => id)).size).toBe(4);
});

it('keeps the date of a picture that was sent twice', async () => {
  const { find, objects } = await start();
  objects.set(uploadPath('ada', 'folder-2', 'original-1'), createObject({ timeCreated }));
  const from = { ...result, batchId: 'gone', bytes: 3, date: '2026-11-19T00:00:00.000Z' };
  await writeBatch(firestore, 'one', {
    ...STYLIZED,
    uploads: { folder: 'folder-2', files: [{ id: 'original-1', name: 'fox.png', from }] },
  });
  expect((await find([{ from: original }])).files).toMatchObject([
    { name: 'fox.png', from: { batchId: 'one', date: from.date } },
  ]);
});

it('reads each source batch once', async () => {
  const { find } = await start();
  const items = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [index, createView({ image: createImage() })]),
  );
  for (const id of ['one', 'two']) await writeBatch(firestore, id, { total: 20, items });
  const files = Array.from({ length: 40 }, (_, index) => ({
    from: { ...result, batchId: index % 2 === 0 ? 'one' : 'two', index: Math.floor(index / 2) },
  }));
  expect(await countReads(() => find(files))).toBe(2);
});

it.each<[string, BatchOverrides | undefined]>([
  ['is unknown', undefined],
  ["is another person's", { owner: 'bo' }],
  ['is deleted', { deletedAt: past }],
  ['has expired', { expiresAt: past }],
])('answers 404 to a batch that %s [D-one-studio.2]', async (_, overrides) => {
  const { find } = await start();
  await writeBatch(firestore, 'one');
  if (overrides) await writeBatch(firestore, 'two', overrides);
  await expect(find([{ from: result }, { from: { ...result, batchId: 'two' } }])).rejects.toMatchObject({
    code: 'not-found',
    details: [{ path: 'files.1', message: 'Batch not found.' }],
  });
});

it.each<[string, BatchOverrides, Source, string]>([
  ['was deleted', { filesDeleted: true }, result, 'The files of this batch were deleted.'],
  ['does not exist', {}, { ...result, index: 1 }, 'This batch has no picture 2.'],
  ['is waiting', { items: {} }, result, 'This picture is not finished yet.'],
  [
    'is being made',
    { items: { 0: createView({ state: 'calling' }) } },
    result,
    'This picture is not finished yet.',
  ],
  ['has failed', { items: { 0: createView({ state: 'failed' }) } }, result, 'This picture was not made.'],
  [
    'is a text',
    { tool: 'keyword-generator' },
    result,
    'This batch has no images of its own. Send its originals.',
  ],
  ['was never uploaded', {}, original, 'This batch has no originals. Send its results.'],
  ['is no longer in Cloud Storage', STYLIZED, original, 'This file was deleted.'],
  [
    'has too many pixels',
    { items: { 0: createView({ image: createImage({ width: 10_000, height: 10_001 }) }) } },
    result,
    'This picture has 101 megapixels. The limit is 100.',
  ],
  [
    'has too many bytes',
    { items: { 0: createView({ image: createImage({ bytes: 201 * 1024 ** 2 }) }) } },
    result,
    'This picture has 201 MB. The limit is 200.',
  ],
])('answers 400 to a picture that %s', async (_, overrides, source, message) => {
  const { find } = await start();
  await writeBatch(firestore, 'one', overrides);
  await expect(find([{ from: source }])).rejects.toMatchObject({
    code: 'bad-request',
    details: [{ path: 'files.0', message }],
  });
});

it('accepts a result that is larger than an upload may be', async () => {
  const { find } = await start();
  const image = createImage({ width: 10_000, height: 10_000, bytes: 100 * 1024 ** 2 });
  await writeBatch(firestore, 'one', { items: { 0: createView({ image }) } });
  expect((await find([{ from: result }])).files).toHaveLength(1);
});

it('refuses a picture that is listed twice, and too many batches', async () => {
  const { find } = await start();
  await writeBatch(firestore, 'one');
  await expect(find([{ from: result }, { from: result }])).rejects.toMatchObject({
    code: 'bad-request',
    details: [{ path: 'files.1', message: 'This picture is listed twice.' }],
  });
  const many = Array.from({ length: 101 }, (_, index) => ({
    from: { ...result, batchId: `batch${index}` },
  }));
  await expect(find(many, UPLOAD_RULES.upscale)).rejects.toMatchObject({
    code: 'bad-request',
    message: 'Select pictures from at most 100 batches.',
  });
});

it.each([
  [
    'both an upload and a source',
    { folder: FOLDER, files: [{ id: 'upload-1', name: 'a.png', from: result }] },
  ],
  ['neither', { folder: FOLDER, files: [{}] }],
  ['an upload without a name', { folder: FOLDER, files: [{ id: 'upload-1' }] }],
  ['an upload without a folder', { files: [{ from: result }, { id: 'upload-1', name: 'a.png' }] }],
  ['another kind', { files: [{ from: { ...result, kind: 'thumbnail' } }] }],
  ['a path as id', { files: [{ from: { ...result, batchId: '../one' } }] }],
  ['a negative index', { files: [{ from: { ...result, index: -1 } }] }],
])('does not parse %s', (_, body) => {
  expect(ChosenFilesSchema.safeParse(body).success).toBe(false);
  expect(ChosenFilesSchema.safeParse({ files: [{ from: result }] }).success).toBe(true);
});
