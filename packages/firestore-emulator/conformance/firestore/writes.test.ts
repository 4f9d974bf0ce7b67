import { FieldPath, FieldValue, Timestamp } from '@google-cloud/firestore';
import { describe, expect, test } from 'vitest';
import { code, createDocument, expectFailure, randomDocument, readData } from '../harness.ts';

describe('set', () => {
  test('replaces the whole document', async () => {
    const { document } = await createDocument({ a: 1, b: { c: 2 } });
    await document.set({ b: { d: 3 } });
    expect(await readData(document)).toEqual({ b: { d: 3 } });
  });

  test('with merge keeps other fields, deep into maps', async () => {
    const { document } = await createDocument({ a: 1, map: { keep: 1, change: 2 } });
    await document.set({ map: { change: 3, add: 4 } }, { merge: true });
    expect(await readData(document)).toEqual({ a: 1, map: { keep: 1, change: 3, add: 4 } });
  });

  test('with merge creates a document that does not exist', async () => {
    const document = randomDocument();
    await document.set({ a: { b: 1 } }, { merge: true });
    expect(await readData(document)).toEqual({ a: { b: 1 } });
  });

  test('with merge of nothing creates an empty document', async () => {
    const document = randomDocument();
    await document.set({}, { merge: true });
    expect((await document.get()).exists).toBe(true);
  });

  test('with merge of an empty map empties that map', async () => {
    const { document } = await createDocument({ a: 1, map: { x: 1 } });
    await document.set({ map: {} }, { merge: true });
    expect(await readData(document)).toEqual({ a: 1, map: {} });
  });

  test('with merge replaces an array as a whole', async () => {
    const { document } = await createDocument({ list: [1, 2, 3] });
    await document.set({ list: [4] }, { merge: true });
    expect(await readData(document)).toEqual({ list: [4] });
  });

  test('with merge deletes a nested field marked for deletion', async () => {
    const { document } = await createDocument({ map: { a: 1, b: 2 }, c: 3 });
    await document.set({ map: { a: FieldValue.delete() }, c: FieldValue.delete() }, { merge: true });
    expect(await readData(document)).toEqual({ map: { b: 2 } });
  });

  test('with merge takes dots in keys as they are', async () => {
    const { document } = await createDocument({ 'a.b': 1, n: { 'c.d': 1 } });
    await document.set({ 'a.e': 2, n: { 'c.f': 2 } }, { merge: true });
    expect(await readData(document)).toEqual({ 'a.b': 1, 'a.e': 2, n: { 'c.d': 1, 'c.f': 2 } });
  });

  test('with mergeFields writes the named fields only', async () => {
    const { document } = await createDocument({ a: 1, b: 1, map: { x: 1, y: 1 } });
    await document.set({ a: 2, b: 2, map: { x: 2, y: 2 } }, { mergeFields: ['a', 'map.x'] });
    expect(await readData(document)).toEqual({ a: 2, b: 1, map: { x: 2, y: 1 } });
  });

  test('with merge turns a plain value into a map', async () => {
    const { document } = await createDocument({ a: 1 });
    await document.set({ a: { b: { c: 1 } } }, { merge: true });
    expect(await readData(document)).toEqual({ a: { b: { c: 1 } } });
  });
});

describe('update', () => {
  test('changes the named fields and keeps the rest', async () => {
    const { document } = await createDocument({ a: 1, b: { c: 1, d: 1 } });
    await document.update({ a: 2, 'b.c': 2 });
    expect(await readData(document)).toEqual({ a: 2, b: { c: 2, d: 1 } });
  });

  test('replaces a map that is named as a whole', async () => {
    const { document } = await createDocument({ a: { b: 1, c: 1 } });
    await document.update({ a: { b: 2 } });
    expect(await readData(document)).toEqual({ a: { b: 2 } });
  });

  test('creates the maps on the way to a nested field', async () => {
    const { document } = await createDocument({});
    await document.update({ 'a.b.c': 1 });
    expect(await readData(document)).toEqual({ a: { b: { c: 1 } } });
  });

  test('replaces a plain value on the way to a nested field by a map', async () => {
    const { document } = await createDocument({ a: 'text' });
    await document.update({ 'a.b': 1 });
    expect(await readData(document)).toEqual({ a: { b: 1 } });
  });

  test('deletes a top-level and a nested field, and leaves the emptied map', async () => {
    const { document } = await createDocument({ a: 1, b: { c: 1 }, d: 1 });
    await document.update({ a: FieldValue.delete(), 'b.c': FieldValue.delete() });
    expect(await readData(document)).toEqual({ b: {}, d: 1 });
  });

  test('deleting a field that does not exist changes nothing', async () => {
    const { document } = await createDocument({ a: 1 });
    await document.update({ b: FieldValue.delete(), 'c.d': FieldValue.delete() });
    expect(await readData(document)).toEqual({ a: 1 });
  });

  test('takes field paths as a list of paths and values', async () => {
    const { document } = await createDocument({ 'a.b': { c: 1 } });
    await document.update(new FieldPath('a.b', 'c'), 2, 'd', 3);
    expect(await readData(document)).toEqual({ 'a.b': { c: 2 }, d: 3 });
  });

  test('refuses a document that does not exist', async () => {
    const document = randomDocument();
    await expectFailure(document.update({ a: 1 }), code.NOT_FOUND, /no (document|entity) to update: /i);
  });

  test('applies a long sequence of changes as Google documents it', async () => {
    const document = randomDocument();
    const steps: [() => Promise<unknown>, object | undefined][] = [
      [() => document.create({}), {}],
      [() => document.delete(), undefined],
      [() => document.create({ a: { b: 'c' } }), { a: { b: 'c' } }],
      [() => document.set({}, { merge: true }), { a: { b: 'c' } }],
      [() => document.set({ a: { d: 'e' } }, { merge: true }), { a: { b: 'c', d: 'e' } }],
      [() => document.set({ a: { d: FieldValue.delete() } }, { merge: true }), { a: { b: 'c' } }],
      [() => document.set({ a: { b: FieldValue.delete() } }, { merge: true }), { a: {} }],
      [() => document.set({ f: { g: 'x' } }, { merge: true }), { a: {}, f: { g: 'x' } }],
      [() => document.update({ 'f.h': 'x' }), { a: {}, f: { g: 'x', h: 'x' } }],
      [() => document.update({ f: FieldValue.delete() }), { a: {} }],
      [() => document.update({ 'i.j': {} }), { a: {}, i: { j: {} } }],
      [() => document.update({ 'i.j': { k: { l: {} } } }), { a: {}, i: { j: { k: { l: {} } } } }],
    ];
    for (const [change, expected] of steps) {
      await change();
      expect(await readData(document)).toEqual(expected);
    }
  });
});

describe('delete', () => {
  test('removes the document', async () => {
    const { document } = await createDocument({ a: 1 });
    await document.delete();
    expect((await document.get()).exists).toBe(false);
  });

  test('of a document that does not exist succeeds', async () => {
    const { writeTime } = await randomDocument().delete();
    expect(writeTime.toMillis()).toBeGreaterThan(0);
  });

  test('with exists: true refuses a document that does not exist', async () => {
    await expectFailure(randomDocument().delete({ exists: true }), code.NOT_FOUND);
  });

  test('with exists: true removes one that does', async () => {
    const { document } = await createDocument({ a: 1 });
    await document.delete({ exists: true });
    expect((await document.get()).exists).toBe(false);
  });
});

describe('preconditions', () => {
  test('update with the current update time succeeds', async () => {
    const { document, writeTime } = await createDocument({ a: 1 });
    await document.update({ a: 2 }, { lastUpdateTime: writeTime });
    expect(await readData(document)).toEqual({ a: 2 });
  });

  test('update with an older update time fails and changes nothing', async () => {
    const { document, writeTime } = await createDocument({ a: 1 });
    await document.set({ a: 2 });
    await expectFailure(document.update({ a: 3 }, { lastUpdateTime: writeTime }), code.FAILED_PRECONDITION);
    expect(await readData(document)).toEqual({ a: 2 });
  });

  test('update with an update time one microsecond off fails', async () => {
    const { document, writeTime } = await createDocument({ a: 1 });
    const near = new Timestamp(
      writeTime.seconds,
      writeTime.nanoseconds >= 1000 ? writeTime.nanoseconds - 1000 : writeTime.nanoseconds + 1000,
    );
    await expectFailure(document.update({ a: 3 }, { lastUpdateTime: near }), code.FAILED_PRECONDITION);
  });

  test('update with an update time of a missing document fails', async () => {
    const attempt = randomDocument().update({ a: 1 }, { lastUpdateTime: Timestamp.now() });
    await expectFailure(attempt, code.FAILED_PRECONDITION);
  });

  test('delete with an older update time fails', async () => {
    const { document, writeTime } = await createDocument({ a: 1 });
    await document.set({ a: 2 });
    await expectFailure(document.delete({ lastUpdateTime: writeTime }), code.FAILED_PRECONDITION);
  });

  test('delete with the current update time succeeds', async () => {
    const { document, writeTime } = await createDocument({ a: 1 });
    await document.delete({ lastUpdateTime: writeTime });
    expect((await document.get()).exists).toBe(false);
  });
});
