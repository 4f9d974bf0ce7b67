import { FieldPath } from '@google-cloud/firestore';
import { describe, expect, test } from 'vitest';
import {
  admin,
  code,
  documentsName,
  expectFailure,
  listIds,
  randomCollection,
  randomDocument,
  randomId,
  readIds,
  seed,
} from '../harness.ts';
import { integer, listFoundIds, runQuery } from '../wire-requests.ts';

async function writeAll(paths: string[]): Promise<void> {
  const batch = admin.batch();
  for (const [index, path] of paths.entries()) batch.set(admin.doc(path), { index });
  await batch.commit();
}

describe('queries of one collection', () => {
  test('find nothing in a collection that does not exist', async () => {
    const snapshot = await randomCollection().get();
    expect(snapshot.empty).toBe(true);
    expect(snapshot.readTime.toMillis()).toBeGreaterThan(0);
  });

  test('exclude subcollections and collections whose names share a prefix', async () => {
    const collection = await seed({ a: {} });
    await collection.doc('a').collection(collection.id).doc('inner').set({});
    await admin.collection(`${collection.id}x`).doc('other').set({});
    expect(await readIds(collection)).toEqual(['a']);
  });

  test('find the documents of a subcollection only', async () => {
    const parent = randomDocument();
    await seed({ a: {}, b: {} }, parent.collection('inner'));
    await seed({ c: {} }, parent.parent.doc('other').collection('inner'));
    expect(await readIds(parent.collection('inner'))).toEqual(['a', 'b']);
  });

  test('return more than 100 documents', async () => {
    const collection = await seed(
      Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`d${n}`, { n }])),
    );
    expect((await collection.get()).size).toBe(300);
    expect(listIds(await collection.orderBy('n', 'desc').limit(2).get())).toEqual(['d299', 'd298']);
  });

  test('can be read as a stream', async () => {
    const collection = await seed({ a: {}, b: {} });
    const seen: unknown[] = [];
    for await (const document of collection.stream()) seen.push(document);
    expect(seen).toMatchObject([{ id: 'a' }, { id: 'b' }]);
  });

  test('see a write that was acknowledged before', async () => {
    const collection = randomCollection();
    for (let index = 0; index < 10; index += 1) {
      await collection.doc(`d${index}`).set({ index });
      expect((await collection.where('index', '==', index).get()).size).toBe(1);
    }
  });

  test('return each document its create and update times', async () => {
    const collection = randomCollection();
    const { writeTime } = await collection.doc('a').set({ n: 1 });
    const [document] = (await collection.get()).docs;
    expect(document?.createTime.isEqual(writeTime)).toBe(true);
    expect(document?.updateTime.isEqual(writeTime)).toBe(true);
  });
});

describe('projections', () => {
  test('return the named fields only', async () => {
    const collection = await seed({ a: { x: 1, y: 2, m: { p: 1, q: 2 } } });
    expect((await collection.select('x', 'm.q', 'none').get()).docs[0]?.data()).toEqual({
      x: 1,
      m: { q: 2 },
    });
  });

  test('of no field return the ids', async () => {
    const collection = await seed({ a: { x: 1 } });
    const [document] = (await collection.select().get()).docs;
    expect(document?.id).toBe('a');
    expect(document?.data()).toEqual({});
  });

  test('of a quoted field', async () => {
    const collection = await seed({ a: { 'x.y': 1, x: { y: 2 } } });
    expect((await collection.select(new FieldPath('x.y')).get()).docs[0]?.data()).toEqual({ 'x.y': 1 });
  });

  test('work with filters and orders on other fields', async () => {
    const collection = await seed({ a: { x: 1, y: 2 }, b: { x: 2, y: 1 } });
    const snapshot = await collection.where('x', '>', 0).orderBy('x', 'desc').select('y').get();
    expect(snapshot.docs.map((document) => document.data())).toEqual([{ y: 1 }, { y: 2 }]);
  });
});

describe('collection groups', () => {
  test('find a collection id at every depth', async () => {
    const group = `b${randomId()}`;
    await writeAll([
      `abc/123/${group}/doc1`,
      `abc/123/${group}/doc2`,
      `${group}/doc3`,
      `${group}/doc4`,
      `def/456/${group}/doc5`,
      `${group}/virtual/nested/no`,
      `x${group}/no`,
      `${group}x/no`,
      `abc/123/x${group}/no`,
      `abc/${group}`,
    ]);
    expect(await readIds(admin.collectionGroup(group))).toEqual(['doc1', 'doc2', 'doc3', 'doc4', 'doc5']);
  });

  async function seedNestedGroup(): Promise<string> {
    const group = `b${randomId()}`;
    await writeAll([
      `a/a/${group}/doc1`,
      `a/b/a/b/${group}/doc2`,
      `a/b/${group}/doc3`,
      `a/b/c/d/${group}/doc4`,
      `a/c/${group}/doc5`,
      `${group}/doc6`,
      `a/b/nope/nope`,
    ]);
    return group;
  }

  test('accept cursors by path', async () => {
    const group = await seedNestedGroup();
    const ordered = admin.collectionGroup(group).orderBy(FieldPath.documentId());
    expect(await readIds(ordered.startAt('a/b').endAt('a/b0'))).toEqual(['doc2', 'doc3', 'doc4']);
    expect(await readIds(ordered.startAfter('a/b').endBefore(`a/b/${group}/doc3`))).toEqual(['doc2']);
  });

  test('accept bounds by path', async () => {
    const group = await seedNestedGroup();
    const query = admin.collectionGroup(group);
    const name = FieldPath.documentId();
    expect(await readIds(query.where(name, '>=', 'a/b').where(name, '<=', 'a/b0'))).toEqual([
      'doc2',
      'doc3',
      'doc4',
    ]);
    expect(await readIds(query.where(name, '>', 'a/b').where(name, '<', `a/b/${group}/doc3`))).toEqual([
      'doc2',
    ]);
  });

  test('accept filters, orders and limits', async () => {
    const group = await seedNestedGroup();
    expect(
      await readIds(admin.collectionGroup(group).where('index', '>', 1).orderBy('index', 'desc').limit(2)),
    ).toEqual(['doc6', 'doc5']);
  });

  test('sort a nested document between those around it', async () => {
    const group = randomId();
    await writeAll([`${group}/a`, `${group}/b`, `${group}/a/${group}/inner`]);
    expect(await readIds(admin.collectionGroup(group))).toEqual(['a', 'inner', 'b']);
  });

  test('are counted', async () => {
    const group = await seedNestedGroup();
    expect((await admin.collectionGroup(group).count().get()).data().count).toBe(6);
  });
});

describe('structured queries on the wire', () => {
  test('of every collection below a document find all its descendants', async () => {
    const parent = randomDocument();
    await writeAll([`${parent.path}/a/1`, `${parent.path}/a/1/b/2`, `${parent.path}/c/3`]);
    const answers = await runQuery(
      { from: [{ allDescendants: true }] },
      { parent: `${documentsName}/${parent.path}` },
    );
    expect(listFoundIds(answers)).toEqual(['1', '2', '3']);
  });

  test('return a read time without results', async () => {
    const answers = await runQuery({ from: [{ collectionId: randomId() }] });
    expect(answers).toHaveLength(1);
    expect(answers[0]?.document).toBeUndefined();
    expect(answers[0]?.readTime).toBeDefined();
  });

  test('with a limit of zero find nothing', async () => {
    const collection = await seed({ a: {} });
    expect(
      listFoundIds(await runQuery({ from: [{ collectionId: collection.id }], limit: { value: 0 } })),
    ).toEqual([]);
  });

  test('with a negative limit are refused', async () => {
    const from = [{ collectionId: randomId() }];
    await expectFailure(runQuery({ from, limit: { value: -1 } }), code.INVALID_ARGUMENT);
  });

  test('with a cursor of more values than orders are refused', async () => {
    const query = {
      from: [{ collectionId: randomId() }],
      startAt: { values: [integer(1), integer(2), integer(3)] },
    };
    await expectFailure(runQuery(query), code.INVALID_ARGUMENT);
  });

  test('with an order without a field are refused', async () => {
    await expectFailure(
      runQuery({ from: [{ collectionId: randomId() }], orderBy: [{}] }),
      code.INVALID_ARGUMENT,
    );
  });

  test('of two collections at once are refused', async () => {
    const from = [{ collectionId: 'a' }, { collectionId: 'b' }];
    await expectFailure(runQuery({ from }), code.INVALID_ARGUMENT);
  });

  test('of a collection id with a slash are refused', async () => {
    await expectFailure(runQuery({ from: [{ collectionId: 'a/b/c' }] }), code.INVALID_ARGUMENT);
  });

  test('below a collection are refused', async () => {
    const parent = `${documentsName}/a`;
    await expectFailure(runQuery({ from: [{ collectionId: 'b' }] }, { parent }), code.INVALID_ARGUMENT);
  });
});
