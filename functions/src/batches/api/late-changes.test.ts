import { Timestamp } from 'firebase-admin/firestore';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { countReads } from '../../providers/testing/start-firestore.ts';
import { progressReference } from '../store/progress-store.ts';
import { startLists } from './testing/start-lists.ts';

const lists = await startLists();
const { firestore, restart, nameOf, writeBatch, writeDone, moveBack } = lists;
const { listSince, readList, readChanges } = lists;

function waitForOverlap() {
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 11_000);
  onTestFinished(() => void vi.restoreAllMocks());
}

describe('a change that becomes visible after a later one', () => {
  async function writeLate() {
    await writeBatch(nameOf('one'));
    await writeDone(nameOf('one'), 0);
    await moveBack();
    const { version } = await readList();
    await writeDone(nameOf('one'), 1);
    const changedAt = Timestamp.fromMillis(Date.now() - 3000);
    await progressReference(firestore, nameOf('one'), 1).update({ changedAt });
    return { version, late: { name: nameOf('one'), done: 2 } };
  }

  it('is found', async () => {
    const { version, late } = await writeLate();
    waitForOverlap();
    expect((await readChanges(version))?.changed).toEqual([late]);
    await restart();
    expect((await readChanges(version))?.changed).toEqual([late]);
  });

  it.each([
    ['the same instance', async () => undefined],
    ['another instance', restart],
  ])('is found by %s although a change of another batch was seen before', async (_, arrange) => {
    const { version, late } = await writeLate();
    await writeBatch(nameOf('two'));
    const progress = progressReference(firestore, nameOf('one'), 1);
    const lateDocument = (await progress.get()).data() ?? {};
    await progress.update({ changedAt: Timestamp.fromMillis(0) });
    const next = await readChanges(version);
    expect(next?.changed).toEqual([{ name: nameOf('two'), done: 0 }]);
    await progress.set(lateDocument);
    await writeBatch(nameOf('three'));
    const last = await readChanges(next?.version ?? '');
    expect(last?.changed).toEqual([{ name: nameOf('three'), done: 0 }]);
    await arrange();
    waitForOverlap();
    const found = await readChanges(last?.version ?? '');
    expect(found?.changed).toContainEqual(late);
    expect(await readChanges(found?.version ?? '')).toBeUndefined();
    const { batches, version: listed } = await readList();
    expect(batches).toHaveLength(3);
    expect(await listSince(listed)).toBeUndefined();
    expect(await listSince(found?.version)).toBeUndefined();
  });

  it('is answered once, whichever instance is asked', async () => {
    const { version, late } = await writeLate();
    const goBack = await restart();
    const found = await readChanges(version);
    expect(found?.changed).toEqual([late]);
    goBack();
    await readChanges(version);
    expect(await readChanges(found?.version ?? '')).toBeUndefined();
    expect(await listSince(found?.version)).toBeUndefined();
  });
});

it('rereads recent changes without their batches', async () => {
  const count = 120;
  for (let each = 0; each < count; each += 1) {
    await writeBatch(nameOf(String(each)), { endedAt: Timestamp.now() });
  }
  const { version } = await readList();
  waitForOverlap();
  const poll = async () => expect(await readChanges(version)).toBeUndefined();
  expect(await countReads(poll)).toBeLessThanOrEqual(count);
});
