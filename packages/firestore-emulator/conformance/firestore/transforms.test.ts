import { FieldValue, Timestamp } from '@google-cloud/firestore';
import { describe, expect, test } from 'vitest';
import {
  admin,
  createAdmin,
  databaseName,
  documentsName,
  projectId,
  randomDocument,
  randomId,
  readData,
} from '../harness.ts';
import { callOnce, callStream } from '../wire.ts';

async function transform(before: object | undefined, change: Record<string, unknown>) {
  const document = randomDocument();
  if (before !== undefined) await document.set(before);
  await document.set(change, { merge: true });
  return readData(document);
}

describe('increment', () => {
  const cases: [string, unknown, number, unknown][] = [
    ['adds integers', 1, 2, 3],
    ['adds a negative number', 1, -3, -2],
    ['adds doubles', 0.5, 0.25, 0.75],
    ['of an integer by a double gives a double', 1, 0.5, 1.5],
    ['of a double by an integer gives a double', 0.5, 1, 1.5],
    ['starts at the operand where the field holds a string', 'text', 7, 7],
    ['starts at the operand where the field holds null', null, 7, 7],
    ['starts at the operand where the field holds a map', { a: 1 }, 7, 7],
    ['of NaN stays NaN', NaN, 1, NaN],
    ['past the largest double is infinity', Number.MAX_VALUE, Number.MAX_VALUE, Infinity],
    ['of infinity by minus infinity is NaN', Infinity, -Infinity, NaN],
  ];
  test.each(cases)('%s', async (_name, before, operand, after) => {
    expect(await transform({ n: before }, { n: FieldValue.increment(operand) })).toEqual({ n: after });
  });

  test('creates the field, nested too', async () => {
    expect(await transform({}, { n: FieldValue.increment(5), map: { n: FieldValue.increment(6) } })).toEqual({
      n: 5,
      map: { n: 6 },
    });
  });

  test('creates the document', async () => {
    expect(await transform(undefined, { n: FieldValue.increment(5) })).toEqual({ n: 5 });
  });

  test('twice in one batch adds twice', async () => {
    const document = randomDocument();
    await document.set({ n: 1 });
    const batch = admin.batch();
    batch.update(document, { n: FieldValue.increment(2) });
    batch.update(document, { n: FieldValue.increment(3) });
    await batch.commit();
    expect(await readData(document)).toEqual({ n: 6 });
  });

  test('of 20 concurrent writers adds every one', async () => {
    const document = randomDocument();
    await document.set({ n: 0 });
    await Promise.all(Array.from({ length: 20 }, () => document.update({ n: FieldValue.increment(1) })));
    expect(await readData(document)).toEqual({ n: 20 });
  });

  test('stops at the largest and the smallest 64 bit integer', async () => {
    const document = createAdmin({ projectId, useBigInt: true }).doc(randomDocument().path);
    await document.set({ high: 9_223_372_036_854_775_800n, low: -9_223_372_036_854_775_800n });
    await document.update({ high: FieldValue.increment(100), low: FieldValue.increment(-100) });
    expect(await readData(document)).toEqual({
      high: 9_223_372_036_854_775_807n,
      low: -9_223_372_036_854_775_808n,
    });
  });
});

describe('server timestamps', () => {
  test('are set in create, set and update, at the top and nested', async () => {
    const document = randomDocument();
    await document.create({ a: FieldValue.serverTimestamp(), map: { b: FieldValue.serverTimestamp() } });
    await document.update({ 'map.c': FieldValue.serverTimestamp() });
    const data = (await readData(document)) ?? {};
    expect(data['a']).toBeInstanceOf(Timestamp);
    expect(data['map'].b).toEqual(data['a']);
    expect(data['map'].c.valueOf() > data['a'].valueOf()).toBe(true);
  });

  test('are close to the commit time and not after it', async () => {
    const document = randomDocument();
    const { writeTime } = await document.set({ at: FieldValue.serverTimestamp() });
    const at: Timestamp = (await document.get()).get('at');
    expect(at.valueOf() <= writeTime.valueOf()).toBe(true);
    expect(writeTime.toMillis() - at.toMillis()).toBeLessThan(60_000);
  });

  test('replace a value of another type', async () => {
    const data = await transform({ a: { b: 1 } }, { a: FieldValue.serverTimestamp() });
    expect(data?.['a']).toBeInstanceOf(Timestamp);
  });

  test('keep the other fields of a merge', async () => {
    const data = await transform({ map: { a: 1 } }, { map: { b: FieldValue.serverTimestamp() } });
    expect(data).toEqual({ map: { a: 1, b: expect.any(Timestamp) } });
  });

  test('replace the document in a set without other fields', async () => {
    const document = randomDocument();
    await document.set({ a: 1 });
    await document.set({ b: FieldValue.serverTimestamp() });
    expect(await readData(document)).toEqual({ b: expect.any(Timestamp) });
  });
});

describe('transforms on the wire', () => {
  interface CommitAnswer {
    writeResults: { updateTime: object; transformResults: object[] }[];
  }

  async function commitTransforms(fields: object, updateTransforms: object[]) {
    const name = `${documentsName}/${randomId()}/doc`;
    const answer = await callOnce<CommitAnswer>('Commit', {
      database: databaseName,
      writes: [
        { update: { name, fields } },
        { update: { name }, updateMask: { fieldPaths: [] }, updateTransforms },
      ],
    });
    const [read] = await callStream<{ found: { fields: Record<string, object> } }>('BatchGetDocuments', {
      database: databaseName,
      documents: [name],
    });
    return { results: answer.writeResults[1]?.transformResults, fields: read?.found.fields };
  }

  test('answer the value of each increment', async () => {
    const { results } = await commitTransforms({ n: { integerValue: '1' } }, [
      { fieldPath: 'n', increment: { integerValue: '4' } },
      { fieldPath: 'n', increment: { integerValue: '2' } },
    ]);
    expect(results).toMatchObject([{ integerValue: '5' }, { integerValue: '7' }]);
  });

  test('answer the server time that they set', async () => {
    const { results, fields } = await commitTransforms({}, [
      { fieldPath: 'at', setToServerValue: 'REQUEST_TIME' },
    ]);
    expect(results).toEqual([fields?.['at']]);
  });

  test('an integer increment keeps an integer and a double one makes a double', async () => {
    const { fields } = await commitTransforms({ a: { integerValue: '1' }, b: { integerValue: '1' } }, [
      { fieldPath: 'a', increment: { integerValue: '1' } },
      { fieldPath: 'b', increment: { doubleValue: 1 } },
    ]);
    expect(fields).toMatchObject({ a: { integerValue: '2' }, b: { doubleValue: 2 } });
  });

  test('are applied in order to one field', async () => {
    const { fields } = await commitTransforms({ n: { integerValue: '1' } }, [
      { fieldPath: 'n', setToServerValue: 'REQUEST_TIME' },
      { fieldPath: 'n', increment: { integerValue: '7' } },
    ]);
    expect(fields).toMatchObject({ n: { integerValue: '7' } });
  });
});
