import { FieldPath } from '@google-cloud/firestore';
import { describe, expect, test } from 'vitest';
import {
  admin,
  code,
  createAdmin,
  expectFailure,
  randomCollection,
  randomDocument,
  randomId,
  readData,
  seed,
} from '../harness.ts';

describe('reading and creating documents', () => {
  test('reads back what was written', async () => {
    const document = randomDocument();
    await document.set({ a: 1 });
    expect(await readData(document)).toEqual({ a: 1 });
  });

  test('returns a missing document with a read time', async () => {
    const snapshot = await randomDocument().get();
    expect(snapshot.exists).toBe(false);
    expect(snapshot.data()).toBeUndefined();
    expect(snapshot.readTime.toMillis()).toBeGreaterThan(0);
  });

  test('keeps an empty document', async () => {
    const document = randomDocument();
    await document.set({});
    const snapshot = await document.get();
    expect(snapshot.exists).toBe(true);
    expect(snapshot.data()).toEqual({});
  });

  test('gives a new document equal create and update times', async () => {
    const document = randomDocument();
    const { writeTime } = await document.create({ a: 1 });
    const snapshot = await document.get();
    expect(snapshot.createTime?.isEqual(writeTime)).toBe(true);
    expect(snapshot.updateTime?.isEqual(writeTime)).toBe(true);
  });

  test('changes the update time but not the create time of an existing document', async () => {
    const document = randomDocument();
    const first = await document.create({ a: 1 });
    const second = await document.set({ a: 2 });
    const snapshot = await document.get();
    expect(snapshot.createTime?.isEqual(first.writeTime)).toBe(true);
    expect(snapshot.updateTime?.isEqual(second.writeTime)).toBe(true);
    expect(second.writeTime.valueOf() > first.writeTime.valueOf()).toBe(true);
  });

  test('gives a re-created document a new create time', async () => {
    const document = randomDocument();
    const first = await document.create({ a: 1 });
    await document.delete();
    const second = await document.create({ a: 1 });
    const snapshot = await document.get();
    expect(snapshot.createTime?.isEqual(second.writeTime)).toBe(true);
    expect(second.writeTime.valueOf() > first.writeTime.valueOf()).toBe(true);
  });

  test('reads at a time not before the last update', async () => {
    const document = randomDocument();
    const { writeTime } = await document.set({ a: 1 });
    const snapshot = await document.get();
    expect(snapshot.readTime.valueOf() >= writeTime.valueOf()).toBe(true);
  });

  test('generates an id for a new document', async () => {
    const collection = randomCollection();
    const document = await collection.add({ a: 1 });
    expect(document.id).toHaveLength(20);
    expect(await readData(document)).toEqual({ a: 1 });
  });

  test('reads many documents in order, including missing and repeated ones', async () => {
    const collection = await seed({ a: { v: 1 }, c: { v: 3 } });
    const snapshots = await admin.getAll(
      collection.doc('c'),
      collection.doc('b'),
      collection.doc('a'),
      collection.doc('c'),
    );
    expect(snapshots.map((snapshot) => snapshot.get('v'))).toEqual([3, undefined, 1, 3]);
    expect(snapshots.map((snapshot) => snapshot.exists)).toEqual([true, false, true, true]);
  });

  test('reads only the fields of a mask', async () => {
    const collection = await seed({ a: { keep: 1, drop: 2, map: { keep: 3, drop: 4 } } });
    const [snapshot] = await admin.getAll(collection.doc('a'), { fieldMask: ['keep', 'map.keep', 'absent'] });
    expect(snapshot?.data()).toEqual({ keep: 1, map: { keep: 3 } });
  });

  test('reads a masked field whose name needs quotes', async () => {
    const collection = await seed({ a: { 'odd.name': 1, other: 2 } });
    const [snapshot] = await admin.getAll(collection.doc('a'), { fieldMask: [new FieldPath('odd.name')] });
    expect(snapshot?.data()).toEqual({ 'odd.name': 1 });
  });

  test('separates equal ids in different collections', async () => {
    const left = await seed({ same: { side: 'left' } });
    const right = await seed({ same: { side: 'right' } });
    expect(await readData(left.doc('same'))).toEqual({ side: 'left' });
    expect(await readData(right.doc('same'))).toEqual({ side: 'right' });
  });

  test('keeps a document in a subcollection of a document that does not exist', async () => {
    const parent = randomDocument();
    const child = parent.collection('inner').doc('child');
    await child.set({ a: 1 });
    expect((await parent.get()).exists).toBe(false);
    expect(await readData(child)).toEqual({ a: 1 });
  });

  test('keeps subcollections when their document is deleted', async () => {
    const parent = randomDocument();
    const child = parent.collection('inner').doc('child');
    await parent.set({});
    await child.set({ a: 1 });
    await parent.delete();
    expect(await readData(child)).toEqual({ a: 1 });
  });

  test('keeps ids with spaces, dots, other slashes and emoji', async () => {
    const ids = [
      'two words',
      'a.b',
      '...',
      'naïve',
      '日本語',
      '😀',
      'quote\'"`',
      'back\\slash',
      '~!@#$%^&*()+=',
      '__open',
    ];
    const collection = await seed(Object.fromEntries(ids.map((id) => [id, { id }])));
    for (const id of ids) expect(await readData(collection.doc(id))).toEqual({ id });
  });

  test('keeps a document with a path of 100 segments', async () => {
    const path = Array.from({ length: 98 }, (_, level) => `level${level}`).join('/');
    const document = admin.doc(`${randomDocument().path}/${path}`);
    await document.set({ deep: true });
    expect(await readData(document)).toEqual({ deep: true });
    expect((await document.parent.get()).size).toBe(1);
  });

  test('separates projects', async () => {
    const left = createAdmin().doc('place/doc');
    const right = createAdmin().doc('place/doc');
    await left.set({ side: 'left' });
    expect((await right.get()).exists).toBe(false);
  });

  test('separates the databases of a project', async () => {
    const projectId = randomId('demo-');
    const left = createAdmin({ projectId }).doc('place/doc');
    const right = createAdmin({ projectId, databaseId: 'second' }).doc('place/doc');
    await left.set({ side: 'left' });
    await right.set({ side: 'right' });
    expect(await readData(left)).toEqual({ side: 'left' });
    expect(await readData(right)).toEqual({ side: 'right' });
  });

  test('refuses to create an existing document', async () => {
    const document = randomDocument();
    await document.set({ a: 1 });
    await expectFailure(document.create({ a: 2 }), code.ALREADY_EXISTS, /already exists/i);
    expect(await readData(document)).toEqual({ a: 1 });
  });
});
