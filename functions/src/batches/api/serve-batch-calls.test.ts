import { BatchStartedSchema } from '@portal/contracts/batches';
import {
  editKeywordResult,
  getKeywordBatch,
  keywordCalls,
  KeywordOptionsSchema,
  renameKeywordBatch,
} from '@portal/contracts/keyword-generator';
import { Timestamp } from 'firebase-admin/firestore';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { userReference } from '../../identity/access-store.ts';
import { clearFirestore, startFirestore } from '../../providers/testing/start-firestore.ts';
import { KeywordSettingsSchema } from '../../tools/keyword-generator/keyword-settings.ts';
import { createView, writeBatch, type BatchOverrides } from '../sources/testing/create-batches.ts';
import { makeQueuedItem } from '../store/batch-record.ts';
import { itemReference, readBatch } from '../store/batch-store.ts';
import { parseItemViews } from '../store/item-views.ts';
import {
  readItemViews,
  readLatestChange,
  writeBatchChange,
  writeItemProgress,
} from '../store/progress-store.ts';
import { startPictures } from './testing/start-pictures.ts';

const firestore = await startFirestore();
const ID = 'one';
const expiresAt = Timestamp.fromMillis(Date.now() + 60 * 60 * 1000);
const KEY = { owner: 'ada', tool: 'keyword-generator', id: ID, expiresAt } as const;
const TEXTS = {
  seo_image_title: 'Red fox',
  seo_description: 'A red fox.',
  keywords: ['fox'],
  category: null,
};
const WRITTEN = { ...TEXTS, edited: false, extension: 'jpg', width: 40, height: 30 };
const EDITED = { ...TEXTS, seo_image_title: 'Owl', keywords: ['owl'] };

beforeEach(clearFirestore);

interface SendOptions {
  uid?: string;
  headers?: Record<string, string>;
  body?: object;
}

async function start(overrides: BatchOverrides = {}) {
  const { deps, call } = await startPictures(firestore);
  vi.spyOn(deps.queues, 'enqueue').mockResolvedValue();
  await writeBatch(firestore, ID, {
    tool: 'keyword-generator',
    settings: KeywordSettingsSchema.parse({ provider: 'openai', ...KeywordOptionsSchema.parse({}) }),
    uploads: {
      folder: 'folder-1',
      files: [0, 1].map((index) => ({ id: `picture-${index}`, name: `${index}.jpg` })),
    },
    total: 2,
    items: { 0: createView({ texts: WRITTEN }), 1: createView({ state: 'failed' }) },
    ...overrides,
  });
  await itemReference(firestore, ID, 0).set({
    ...makeQueuedItem(0, 0, Date.now(), expiresAt),
    state: 'done',
    isOpen: false,
    texts: WRITTEN,
  });
  const writer = firestore.batch();
  writeBatchChange(firestore, writer, KEY);
  await writer.commit();
  const send = async (
    method: string,
    path: string,
    { uid = 'ada', headers = {}, body }: SendOptions = {},
  ) => {
    const text = body && JSON.stringify(body);
    const json: Record<string, string> = body ? { 'content-type': 'application/json' } : {};
    const answer = await call(method, path.replace('{id}', ID), uid, { ...json, ...headers }, text);
    const answered: unknown = answer.status === 304 ? undefined : await answer.json();
    return { status: answer.status, etag: answer.headers.get('etag') ?? '', answered };
  };
  return {
    send,
    rename: (name: string, uid = 'ada') => send('PATCH', renameKeywordBatch.path, { uid, body: { name } }),
    edit: (index = 0, uid = 'ada', body = EDITED) =>
      send('PATCH', editKeywordResult.path.replace('{index}', String(index)), { uid, body }),
  };
}

const readVersion = async () => (await readLatestChange(firestore, undefined, 'ada')).change?.version;

it('renames a batch for its owner, and answers the changed one', async () => {
  const { rename } = await start();
  const before = await readVersion();
  expect(await rename('Owls')).toMatchObject({
    status: 200,
    answered: { success: true, batch: { name: 'Owls' } },
  });
  expect((await readBatch(firestore, ID))?.name).toBe('Owls');
  expect(await readVersion()).not.toBe(before);
  expect((await rename('Mine', 'bo')).status).toBe(404);
});

/** Control characters and half of a character. */
const STRIPPED = '\0\u{7}\u{1b}\u{d83e}';

it('strips control characters and halves of characters from a name', async () => {
  const { rename } = await start();
  expect(await rename(`${STRIPPED}Owls\tand ${STRIPPED}🦊`)).toMatchObject({
    status: 200,
    answered: { batch: { name: 'Owls and 🦊' } },
  });
  expect((await rename(STRIPPED)).status).toBe(400);
});

it('answers lists and changes only if there is something new', async () => {
  const { send, rename } = await start();
  const { path } = keywordCalls.list;
  const { etag, answered } = await send('GET', path);
  expect(answered).toMatchObject({ batches: [{ id: ID, name: 'Fox in the snow', completedCount: 1 }] });
  expect(await send('GET', path, { headers: { 'if-none-match': etag } })).toMatchObject({
    status: 304,
    etag,
  });
  const changes = `${keywordCalls.changes.path}?since=${encodeURIComponent(etag)}`;
  expect((await send('GET', changes, { headers: { 'if-none-match': etag } })).status).toBe(304);
  await rename('Owls');
  const changed = await send('GET', changes, { headers: { 'if-none-match': etag } });
  expect(changed).toMatchObject({
    status: 200,
    answered: { changed: [{ id: ID, name: 'Owls' }], removed: [], isWhole: false, time: expect.any(String) },
  });
  expect(changed.etag).not.toBe(etag);
  expect((await send('GET', path, { headers: { 'if-none-match': etag } })).status).toBe(200);
});

it('answers one batch only if there is something new, and to its owner only', async () => {
  const { send, rename } = await start();
  const { path } = getKeywordBatch;
  const { etag, answered } = await send('GET', path);
  expect(answered).toMatchObject({ batch: { id: ID, name: 'Fox in the snow' } });
  const known = { headers: { 'if-none-match': etag } };
  expect(await send('GET', path, known)).toMatchObject({ status: 304, etag });
  await rename('Owls');
  expect(await send('GET', path, known)).toMatchObject({
    status: 200,
    answered: { batch: { name: 'Owls' } },
  });
  expect((await send('GET', path, { uid: 'bo' })).status).toBe(404);
});

it('retries pictures with their originals, and only those that may succeed', async () => {
  vi.stubEnv('MONTHLY_BUDGET_USD', '');
  await userReference(firestore, 'ada').set({ email: 'ada@studio.example', role: 'user' });
  const failed = createView({ state: 'failed' });
  const { send } = await start({
    items: {
      0: createView({ texts: WRITTEN }),
      1: { ...failed, variant: 7 },
      2: { ...failed, permanent: 'unreadable' },
    },
    total: 3,
  });
  const { answered } = await send('POST', keywordCalls.retry.path, { body: {} });
  const { batchId } = BatchStartedSchema.parse(answered);
  const retry = await readBatch(firestore, batchId);
  expect(retry?.uploads).toEqual({ folder: 'folder-1', files: [{ id: 'picture-1', name: '1.jpg' }] });
  expect(retry).toMatchObject({ total: 1, name: 'Fox in the snow (retry)' });
  expect((await itemReference(firestore, batchId, 0).get()).get('variant')).toBe(7);
});

describe('an edit of texts', () => {
  const edited = { ...WRITTEN, ...EDITED, edited: true };

  it('is saved in a batch that has ended', async () => {
    const { edit } = await start();
    const before = await readVersion();
    expect(await edit()).toMatchObject({
      status: 200,
      answered: { result: { index: 0, seo_image_title: 'Owl' } },
    });
    const batch = await readBatch(firestore, ID);
    const items = parseItemViews(batch?.items ?? '');
    expect(items[0]?.texts).toEqual(edited);
    expect(items[1]).toMatchObject({ state: 'failed' });
    expect((await itemReference(firestore, ID, 0).get()).get('texts')).toEqual(edited);
    expect(await readVersion()).not.toBe(before);
  });

  it('has no control characters and halves of characters', async () => {
    const { edit } = await start();
    const texts = {
      seo_image_title: `Red${STRIPPED}fox\n🦊`,
      seo_description: `${STRIPPED}A fox,\r\nat dusk`,
      keywords: [`${STRIPPED}fox`, 'red\tfox'],
      category: null,
    };
    expect(await edit(0, 'ada', texts)).toMatchObject({
      status: 200,
      answered: {
        result: {
          seo_image_title: 'Red fox 🦊',
          seo_description: 'A fox, at dusk',
          keywords: ['fox', 'red fox'],
        },
      },
    });
    expect((await edit(0, 'ada', { ...texts, keywords: [STRIPPED] })).status).toBe(400);
  });

  it('is shown while the batch still runs', async () => {
    const { edit } = await start({ endedAt: null, items: {} });
    const writer = firestore.batch();
    const item = { ...makeQueuedItem(0, 0, Date.now(), expiresAt), state: 'done' as const, texts: WRITTEN };
    writeItemProgress(firestore, writer, KEY, item);
    await writer.commit();
    expect(await edit()).toMatchObject({ status: 200, answered: { result: { seo_image_title: 'Owl' } } });
    const batch = (await readBatch(firestore, ID)) ?? expect.unreachable();
    expect((await readItemViews(firestore, batch))[0]).toMatchObject({ state: 'done', texts: edited });
  });

  it.each<[string, BatchOverrides, number, string, number]>([
    ["another person's batch", {}, 0, 'bo', 404],
    ['a missing picture', {}, 5, 'ada', 404],
    ['a deleted picture', { deletedItems: [0] }, 0, 'ada', 404],
    ['a picture without texts', {}, 1, 'ada', 409],
  ])('is refused for %s', async (_, overrides, index, uid, status) => {
    const { edit } = await start(overrides);
    expect((await edit(index, uid)).status).toBe(status);
    expect((await itemReference(firestore, ID, 0).get()).get('texts')).toEqual(WRITTEN);
  });
});
