import { FieldValue } from '@google-cloud/firestore';
import { describe, expect, test } from 'vitest';
import { randomCollection, randomDocument, seed, watchDocument } from '../harness.ts';

describe('listening to a document', () => {
  test('reports a missing document first', async () => {
    const snapshot = await watchDocument(randomDocument()).next();
    expect(snapshot.exists).toBe(false);
    expect(snapshot.readTime.toMillis()).toBeGreaterThan(0);
  });

  test('reports creation, change and deletion', async () => {
    const document = randomDocument();
    const events = watchDocument(document);
    expect((await events.next()).exists).toBe(false);
    const created = await document.set({ n: 1 });
    const afterCreate = await events.next();
    expect(afterCreate.data()).toEqual({ n: 1 });
    expect(afterCreate.createTime?.isEqual(created.writeTime)).toBe(true);
    const changed = await document.set({ n: 2 });
    const afterChange = await events.next();
    expect(afterChange.data()).toEqual({ n: 2 });
    expect(afterChange.createTime?.isEqual(created.writeTime)).toBe(true);
    expect(afterChange.updateTime?.isEqual(changed.writeTime)).toBe(true);
    expect(afterChange.readTime.valueOf() >= afterCreate.readTime.valueOf()).toBe(true);
    await document.delete();
    expect((await events.next()).exists).toBe(false);
  });

  test('reports an existing document first', async () => {
    const document = randomDocument();
    await document.set({ n: 1 });
    expect((await watchDocument(document).next()).data()).toEqual({ n: 1 });
  });

  test('ignores other documents', async () => {
    const collection = await seed({ a: { n: 1 } });
    const events = watchDocument(collection.doc('a'));
    await events.next();
    await collection.doc('b').set({ n: 1 });
    await collection.doc('a').collection('inner').doc('x').set({ n: 1 });
    await collection.doc('a').update({ n: 2 });
    expect((await events.next()).data()).toEqual({ n: 2 });
  });

  test('sends every event to each listener', async () => {
    const document = randomDocument();
    const listeners = [watchDocument(document), watchDocument(document)];
    for (const events of listeners) expect((await events.next()).exists).toBe(false);
    await document.set({ n: 1 });
    for (const events of listeners) expect((await events.next()).data()).toEqual({ n: 1 });
  });

  test('separates several documents', async () => {
    const collection = randomCollection();
    const left = watchDocument(collection.doc('left'));
    const right = watchDocument(collection.doc('right'));
    await Promise.all([left.next(), right.next()]);
    await collection.doc('left').set({ side: 'left' });
    await collection.doc('right').set({ side: 'right' });
    expect((await left.next()).data()).toEqual({ side: 'left' });
    expect((await right.next()).data()).toEqual({ side: 'right' });
  });

  test('reports server timestamps as they were set', async () => {
    const document = randomDocument();
    const events = watchDocument(document);
    await events.next();
    await document.set({ at: FieldValue.serverTimestamp() });
    expect((await events.next()).get('at')).toEqual((await document.get()).get('at'));
  });

  test('ends on unsubscribe', async () => {
    const document = randomDocument();
    const events = watchDocument(document);
    await events.next();
    events.stop();
    await document.set({ n: 1 });
    const other = watchDocument(document);
    await other.next();
    expect(events.waiting()).toEqual([]);
  });
});
