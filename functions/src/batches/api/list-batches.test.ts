import { Timestamp } from 'firebase-admin/firestore';
import { expect, it, onTestFinished, vi } from 'vitest';
import { countReads } from '../../providers/testing/start-firestore.ts';
import { createImage, createView } from '../sources/testing/create-batches.ts';
import type { BatchRecord } from '../store/batch-record.ts';
import { batchReference, RETENTION_MS } from '../store/batch-store.ts';
import { writeItemViews } from '../store/item-views.ts';
import type { ListedBatch } from './known-histories.ts';
import { startLists } from './testing/start-lists.ts';

const lists = await startLists();
const { firestore, restart, switchPerson, nameOf, writeBatch, writeDone, moveBack } = lists;
const { readList, listChanges, readChanges } = lists;

it.each([
  ['the same instance', async () => undefined],
  ['another instance', restart],
])('returns only changed and deleted batches, from %s', async (_, arrange) => {
  const [idle, running, ended, deleted, gone] = ['idle', 'running', 'ended', 'deleted', 'gone'].map(nameOf);
  for (const id of [idle, running, ended, deleted, gone]) await writeBatch(String(id));
  await writeDone(String(running), 3);
  await moveBack();
  const { version } = await readList();
  expect(await readChanges(version)).toBeUndefined();

  await arrange();
  await writeDone(String(running), 4);
  await writeBatch(String(ended), { name: 'Renamed', endedAt: Timestamp.now() });
  await writeBatch(String(deleted), { deletedAt: Timestamp.now() });
  await writeBatch(String(gone), { deletedAt: Timestamp.now() });
  await batchReference(firestore, String(gone)).delete();
  await writeBatch(nameOf('new'));
  const changes = await readChanges(version);
  expect(changes?.isWhole).toBe(false);
  expect(new Set(changes?.changed)).toEqual(
    new Set([
      { name: running, done: 2 },
      { name: 'Renamed', done: 0 },
      { name: nameOf('new'), done: 0 },
    ]),
  );
  expect(changes?.removed.toSorted()).toEqual([deleted, gone]);
  expect(await readChanges(changes?.version ?? '')).toBeUndefined();
});

it('answers a page that is behind another one', async () => {
  await writeBatch(nameOf('one'));
  const first = await readList();
  await writeDone(nameOf('one'), 0);
  const second = await readChanges(first.version);
  await writeBatch(nameOf('two'));
  expect((await readChanges(second?.version ?? ''))?.changed).toHaveLength(1);
  expect((await readChanges(first.version))?.changed).toHaveLength(2);
  await restart();
  // The first one's change is so recent that it may have been missed.
  expect((await readChanges(second?.version ?? ''))?.changed).toHaveLength(2);
  expect((await readChanges(first.version))?.changed).toHaveLength(2);
});

it('returns the whole list for a version that it does not know', async () => {
  await writeBatch(nameOf('one'));
  const { version } = await readList();
  const [time = '', tag = ''] = version.split('-');
  const old = String(Math.floor((Date.now() - RETENTION_MS) / 1000) - 1).padStart(12, '0');
  for (const since of ['', 'else', time, `${time}-else`, `${old}.000000000-${tag}`]) {
    expect({ since, ...(await readChanges(since)) }).toMatchObject({
      since,
      isWhole: true,
      changed: [{ name: nameOf('one') }],
      version,
    });
  }
});

it('returns the whole list when most of it has changed', async () => {
  const { version } = await readList();
  for (let count = 0; count < 100; count += 1) await writeBatch(nameOf(String(count)));
  expect(await readChanges(version)).toMatchObject({ isWhole: true });
});

it('never returns batches of another person', async () => {
  await writeBatch(nameOf('own'));
  await moveBack();
  const { version } = await readList();
  const switchBack = switchPerson();
  const before = await readList();
  await writeBatch(nameOf('other'));
  expect(await readChanges(version)).toMatchObject({ isWhole: true, changed: [{ name: nameOf('other') }] });
  expect((await readChanges(before.version))?.changed).toEqual([{ name: nameOf('other'), done: 0 }]);
  switchBack();
  expect(await readChanges(version)).toBeUndefined();
  await restart();
  expect(await readChanges(version)).toBeUndefined();
});

it('leaves out batches that have expired', async () => {
  const soon = Timestamp.fromMillis(Date.now() + 60_000);
  const old = Timestamp.fromMillis(soon.toMillis() - RETENTION_MS);
  await writeBatch(nameOf('over'), { expiresAt: Timestamp.fromMillis(Date.now() - 1) });
  await writeBatch(nameOf('old'), { createdAt: old, expiresAt: soon });
  const { version, batches } = await readList();
  expect(batches).toHaveLength(1);
  await writeDone(nameOf('old'), 0);
  vi.spyOn(Date, 'now').mockReturnValue(soon.toMillis() + 1);
  onTestFinished(() => void vi.restoreAllMocks());
  expect(await readChanges(version)).toMatchObject({ changed: [], removed: [] });
  expect((await readList()).batches).toEqual([]);
});

it('lists the newest 200 batches', async () => {
  const now = Date.now();
  const names = Array.from({ length: 201 }, (_, seconds) => nameOf(String(seconds)));
  await Promise.all(
    names.map((name, seconds) => writeBatch(name, { createdAt: Timestamp.fromMillis(now - 1000 * seconds) })),
  );
  const { batches } = await readList();
  expect(batches.map(({ batch }) => batch.name)).toEqual(names.slice(0, 200));
});

it('reads only changed documents, and one if nothing has changed', async () => {
  await writeBatch(nameOf('ended'), { endedAt: Timestamp.now() });
  await writeBatch(nameOf('running'));
  for (let index = 0; index < 20; index += 1) await writeDone(nameOf('running'), index);
  let { version } = await readList();
  expect(await countReads(() => readChanges(version))).toBe(1);
  for (const index of [3, 4, 13]) await writeDone(nameOf('running'), index);
  const poll = async () => {
    version = (await readChanges(version))?.version ?? '';
  };
  // 3 and 13 share a document.
  expect(await countReads(poll)).toBe(2);
  expect(await countReads(() => readChanges(version))).toBe(1);
  const { batches } = await readList();
  expect(batches.map(({ batch, doneCount }) => [batch.name, doneCount])).toContainEqual([
    nameOf('running'),
    20,
  ]);
});

it('answers the placeholders of the newest 500 pictures, and none of a running batch', async () => {
  const now = Date.now();
  const write = (suffix: string, age: number, overrides: Partial<BatchRecord> = {}) =>
    writeBatch(nameOf(suffix), {
      createdAt: Timestamp.fromMillis(now - age),
      endedAt: Timestamp.now(),
      items: writeItemViews(
        Object.fromEntries(
          Array.from({ length: 300 }, (_, index) => [
            index,
            createView(
              index % 2 === 0 ? { image: createImage({ placeholder: 'hash' }) } : { placeholder: 'own' },
            ),
          ]),
        ),
      ),
      ...overrides,
    });
  await write('older', 2000);
  await write('newest', 1000);
  await write('deleted', 500, { filesDeleted: true });
  await write('running', 0, { endedAt: null });
  const count = ({ facts }: ListedBatch) => Object.keys(facts.placeholders ?? {}).length;
  const { version, batches } = await readList();
  expect(batches.map((batch) => [batch.batch.name, count(batch)])).toEqual([
    [nameOf('running'), 0],
    [nameOf('deleted'), 0],
    [nameOf('newest'), 300],
    [nameOf('older'), 0],
  ]);
  expect(batches[2]?.facts.placeholders).toMatchObject({ 0: 'hash', 1: 'own' });
  await write('older', 2000, { name: 'Renamed' });
  const changes = await listChanges(version);
  expect(changes?.changed.map(count)).toEqual([300]);
});

it.each([
  ['the same instance', async () => undefined],
  ['another instance', restart],
])('says whether more than items has changed, from %s', async (_, arrange) => {
  await writeBatch(nameOf('known'));
  await writeDone(nameOf('known'), 0);
  await moveBack();
  const since = async (version: string) => {
    await arrange();
    const found = await listChanges(version);
    return {
      version: found?.version ?? '',
      progress: found?.changed.map(({ batch, isProgress }) => [batch.name, isProgress]),
    };
  };
  const list = await readList();
  await writeDone(nameOf('known'), 1);
  const first = await since(list.version);
  await writeDone(nameOf('known'), 2);
  const second = await since(first.version);
  expect(second.progress).toEqual([[nameOf('known'), arrange !== restart]]);
  await writeBatch(nameOf('new'));
  await writeDone(nameOf('new'), 0);
  expect((await since(second.version)).progress).toContainEqual([nameOf('new'), false]);
  // A page that has not seen the new batch.
  expect((await since(first.version)).progress).toContainEqual([nameOf('new'), false]);
});
