import { LIBRARY_PAGE_SIZE } from '@portal/contracts/library';
import { Timestamp } from 'firebase-admin/firestore';
import { beforeEach, expect, it, vi } from 'vitest';
import {
  createImage,
  createView,
  writeBatch,
  type BatchOverrides,
} from '../../batches/sources/testing/create-batches.ts';
import { makeQueuedItem } from '../../batches/store/batch-record.ts';
import { batchReference, readBatch, RETENTION_MS } from '../../batches/store/batch-store.ts';
import { describeBatch } from '../../batches/store/describe-batch.ts';
import { parseItemViews } from '../../batches/store/item-views.ts';
import {
  PROGRESS,
  PROGRESS_SHARDS,
  writeBatchChange,
  writeItemProgress,
} from '../../batches/store/progress-store.ts';
import type { Deps } from '../../batches/deps.ts';
import { countReads, startFirestore } from '../../providers/testing/start-firestore.ts';
import { findTool } from '../../tools.ts';
import { describeLibraryBatch } from './describe-library-batch.ts';

const firestore = await startFirestore();
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- lists need nothing else
const deps = { firestore, findTool } as Deps;
const now = Date.now();
const expiresAt = Timestamp.fromMillis(now + RETENTION_MS);

let owner = '';
let people = 0;
let instance: typeof import('./list-library.ts');
beforeEach(async () => {
  people += 1;
  owner = `person${people}`;
  await restart();
});

/** Another instance, which has read nothing yet. */
async function restart() {
  vi.resetModules();
  instance = await import('./list-library.ts');
}

const nameOf = (suffix: string) => `${owner}-${suffix}`;

async function write(name: string, overrides: BatchOverrides = {}) {
  const id = nameOf(name);
  await writeBatch(firestore, id, { owner, name, ...overrides });
  await noteChange(name, overrides);
}

async function noteChange(name: string, { tool = 'image-generator' }: BatchOverrides = {}) {
  const writer = firestore.batch();
  writeBatchChange(firestore, writer, { owner, tool, id: nameOf(name), expiresAt });
  await writer.commit();
}

async function writeDone(name: string, index: number) {
  const writer = firestore.batch();
  const item = {
    ...makeQueuedItem(index, index, now, expiresAt),
    state: 'done' as const,
    image: createImage(),
  };
  writeItemProgress(firestore, writer, { owner, tool: 'image-generator', id: nameOf(name), expiresAt }, item);
  await writer.commit();
}

/** As if the changes were made earlier. Those of the last seconds are returned again: they may have been missed. */
async function moveBack() {
  const found = await firestore.collectionGroup(PROGRESS).where('owner', '==', owner).get();
  const changedAt = Timestamp.fromMillis(Date.now() - 10_000);
  for (const { ref } of found.docs) await ref.update({ changedAt });
}

const readPage = (page: Parameters<typeof instance.readLibraryPage>[2] = {}) =>
  instance.readLibraryPage(deps, owner, page);
const namesOf = (batches: readonly { name: string }[]) => batches.map(({ name }) => name);

/** Undefined if nothing has changed. */
async function readChanges(since: string) {
  const found = await instance.readLibraryChanges(deps, owner, since, since);
  return found && { ...found.answer, version: found.version };
}

it('lists batches of all tools or one, newest first, in pages', async () => {
  for (let count = 0; count < LIBRARY_PAGE_SIZE + 3; count += 1) {
    await write(String(count), {
      tool: count % 2 === 0 ? 'upscale' : 'stylizer',
      // Some were created at the same time.
      createdAt: Timestamp.fromMillis(now - Math.floor(count / 2) * 1000),
    });
  }
  const { answer: first } = await readPage();
  expect(first.batches).toHaveLength(LIBRARY_PAGE_SIZE);
  const { answer: second } = await readPage({ after: first.next ?? '' });
  expect(second.next).toBeNull();
  const all = [...first.batches, ...second.batches];
  expect(new Set(namesOf(all)).size).toBe(LIBRARY_PAGE_SIZE + 3);
  expect(all.map(({ createdAt }) => createdAt)).toEqual(
    all.map(({ createdAt }) => createdAt).toSorted((one, other) => other.localeCompare(one)),
  );
  const { answer: upscaled } = await readPage({ tool: 'upscale' });
  expect(new Set(upscaled.batches.map(({ tool }) => tool))).toEqual(new Set(['upscale']));
  expect(upscaled.batches).toHaveLength(LIBRARY_PAGE_SIZE / 2 + 2);
  await expect(readPage({ after: 'else' })).rejects.toThrow('Invalid page.');
});

it('lists batches created before a time', async () => {
  for (const hours of [1, 60, 61])
    await write(`of ${hours} h ago`, { createdAt: Timestamp.fromMillis(now - hours * 60 * 60 * 1000) });
  const createdBefore = new Date(now - 60 * 60 * 60 * 1000).toISOString();
  expect(namesOf((await readPage({ createdBefore })).answer.batches)).toEqual(['of 61 h ago']);
});

it('leaves out batches that expired, were deleted, or belong to others [D-checks.4]', async () => {
  const past = Timestamp.fromMillis(now - 1);
  await write('own');
  await write('expired', { expiresAt: past });
  await write('old', { createdAt: Timestamp.fromMillis(now - RETENTION_MS - 1), expiresAt: past });
  await write('deleted', { deletedAt: past });
  await write('other', { owner: 'somebody else' });
  expect(namesOf((await readPage()).answer.batches)).toEqual(['own']);
});

it('says when a provider has started on work at half price', async () => {
  const claimedAt = Timestamp.fromMillis(now - 1000);
  const createdAt = Timestamp.fromMillis(now);
  await write('half', { createdAt, halfPrice: 'openai', items: { 0: createView({ claimedAt }) } });
  await write('full', { createdAt: Timestamp.fromMillis(now - 1) });
  const [one, other] = (await readPage()).answer.batches;
  expect(one?.halfPrice).toEqual({ startedAt: claimedAt.toDate().toISOString() });
  expect(other?.halfPrice).toBeUndefined();
});

it('describes results with their originals', async () => {
  await write('one', {
    tool: 'stylizer',
    total: 2,
    uploads: {
      folder: 'folder-1',
      files: [1, 2].map((number) => ({ id: `picture-${number}`, name: `${number}.tif` })),
    },
    items: {
      0: createView({ image: createImage() }),
      1: createView({ state: 'failed', reason: 'No.' }),
    },
    settings: { preset: 'anime', provider: 'google' },
    starred: [0],
  });
  const base = `/api/stylizer/batches/${nameOf('one')}`;
  expect((await readPage()).answer.batches).toMatchObject([
    {
      id: nameOf('one'),
      prompt: null,
      provider: 'google',
      model: null,
      status: 'completed',
      total: 2,
      doneCount: 1,
      failedCount: 1,
      pictures: [
        {
          index: 0,
          kind: 'result',
          fileName: '1_stylized.png',
          url: `${base}/images/0`,
          thumbnailUrl: `${base}/images/0/thumbnail`,
          originalUrl: `${base}/originals/0`,
          width: 40,
          height: 30,
          bytes: 900,
          isStarred: true,
        },
      ],
    },
  ]);
});

it('describes the originals of the Keyword Generator with their texts', async () => {
  const texts = {
    seo_image_title: 'Red kite',
    seo_description: 'A red kite.',
    keywords: ['kite'],
    category: null,
    edited: false,
    extension: 'jpg',
  };
  await write('one', {
    tool: 'keyword-generator',
    uploads: { folder: 'folder-1', files: [{ id: 'picture-1', name: 'kite.jpg' }] },
    items: { 0: createView({ texts }) },
  });
  const base = `/api/keyword-generator/batches/${nameOf('one')}/originals/0`;
  expect((await readPage()).answer.batches).toMatchObject([
    {
      pictures: [
        {
          index: 0,
          kind: 'original',
          fileName: 'kite.jpg',
          url: base,
          thumbnailUrl: `${base}/thumbnail`,
          isStarred: false,
          title: 'Red kite',
          keywords: ['kite'],
        },
      ],
    },
  ]);
});

it('adds placeholders', async () => {
  await write('one');
  const batch = await readBatch(firestore, nameOf('one'));
  if (!batch) throw new Error('No batch.');
  const { facts, ...described } = describeBatch(batch, parseItemViews(batch.items));
  const { pictures } = describeLibraryBatch(findTool('image-generator'), batch, {
    ...described,
    facts: { ...facts, placeholders: { 0: 'hash' } },
  });
  expect(pictures).toMatchObject([{ index: 0, placeholder: 'hash' }]);
});

it('reads a page of 20 batches with 20 reads, and at most 10 per running batch', async () => {
  for (let count = 0; count < LIBRARY_PAGE_SIZE - 1; count += 1) await write(String(count));
  await write('running', { endedAt: null, total: 30, items: {} });
  for (let index = 0; index < 30; index += 1) await writeDone('running', index);
  await write('on the next page', { createdAt: Timestamp.fromMillis(now - 1000) });
  expect(await countReads(() => readPage())).toBe(LIBRARY_PAGE_SIZE + PROGRESS_SHARDS);
  const { answer } = await readPage();
  expect(answer.batches.find(({ name }) => name === 'running')?.pictures).toHaveLength(30);
});

it.each([
  ['the same instance', async () => undefined],
  ['another instance', restart],
])(
  'returns changes of all tools since a page, with one read if there are none, from %s',
  async (_, arrange) => {
    await write('ended', { tool: 'upscale' });
    await write('running', { endedAt: null, total: 3, items: {} });
    await write('deleted', { tool: 'stylizer' });
    await moveBack();
    const { version } = await readPage();
    expect(await readChanges(version)).toBeUndefined();
    expect(await countReads(() => readChanges(version))).toBe(1);

    await arrange();
    await writeDone('running', 1);
    await write('ended', { tool: 'upscale', starred: [0] });
    await batchReference(firestore, nameOf('deleted')).delete();
    await noteChange('deleted', { tool: 'stylizer' });
    const changes = await readChanges(version);
    expect(changes).toMatchObject({ removed: [nameOf('deleted')], isUnknown: false });
    expect(namesOf(changes?.changed ?? []).toSorted()).toEqual(['ended', 'running']);
    expect(
      changes?.changed.flatMap(({ pictures }) => pictures.map(({ isStarred }) => isStarred)),
    ).toHaveLength(2);
    expect(await readChanges(changes?.version ?? '')).toBeUndefined();
    expect(await countReads(() => readChanges(changes?.version ?? ''))).toBe(1);
  },
);

it('reports unknown changes for the version of another person, or for none', async () => {
  await write('own');
  const { version } = await readPage();
  owner = `${owner}-other`;
  await write('other');
  for (const since of [version, '', 'else', 'unknown']) {
    expect({ since, ...(await readChanges(since)) }).toMatchObject({ since, isUnknown: true, changed: [] });
  }
});
