import { AggregateField } from '@google-cloud/firestore';
import { describe, expect, test } from 'vitest';
import {
  code,
  createAdmin,
  documentsName,
  expectFailure,
  projectId,
  randomCollection,
  randomId,
  seed,
} from '../harness.ts';
import { fieldFilter, integer } from '../wire-requests.ts';
import { callStream } from '../wire.ts';

interface AggregationAnswer {
  result?: { aggregateFields: Record<string, object> };
  readTime?: object;
  transaction?: Buffer;
}

function aggregate(structuredQuery: object, aggregations: object[]): Promise<AggregationAnswer[]> {
  return callStream<AggregationAnswer>('RunAggregationQuery', {
    parent: documentsName,
    structuredAggregationQuery: { structuredQuery, aggregations },
  });
}

describe('count', () => {
  test('counts the documents of a collection', async () => {
    const collection = await seed({ a: {}, b: {}, c: {} });
    const snapshot = await collection.count().get();
    expect(snapshot.data().count).toBe(3);
    expect(snapshot.readTime.toMillis()).toBeGreaterThan(0);
  });

  test('of an empty collection is zero', async () => {
    expect((await randomCollection().count().get()).data().count).toBe(0);
  });

  test('respects filters, orders, cursors and limits', async () => {
    const collection = await seed({ a: { n: 1 }, b: { n: 2 }, c: { n: 3 }, d: {} });
    const counts = [
      collection.where('n', '>', 1),
      collection.orderBy('n'),
      collection.orderBy('n').startAfter(1),
      collection.limit(2),
    ].map(async (query) => (await query.count().get()).data().count);
    expect(await Promise.all(counts)).toEqual([2, 3, 2, 2]);
  });
});

describe('sum', () => {
  const sums: [string, unknown[], unknown][] = [
    ['of integers is an integer', [1, 2, 3], 6],
    ['of doubles', [0.5, 0.25], 0.75],
    ['of integers and doubles', [1, 0.5], 1.5],
    ['of negatives and zero', [-5, 5, 0], 0],
    ['ignores values that are not numbers', [1, 'x', null, [5], { n: 1 }, true], 1],
    ['of no numbers is zero', ['x'], 0],
    ['with NaN is NaN', [1, NaN], NaN],
    ['with infinity is infinity', [1, Infinity], Infinity],
    ['of both infinities is NaN', [Infinity, -Infinity], NaN],
    ['beyond the largest double is infinity', [Number.MAX_VALUE, Number.MAX_VALUE], Infinity],
  ];
  test.each(sums)('%s', async (_name, values, expected) => {
    const collection = await seed(Object.fromEntries(values.map((n, index) => [`d${index}`, { n }])));
    expect((await collection.aggregate({ total: AggregateField.sum('n') }).get()).data().total).toEqual(
      expected,
    );
  });

  test('of no documents is zero', async () => {
    expect(
      (
        await randomCollection()
          .aggregate({ total: AggregateField.sum('n') })
          .get()
      ).data().total,
    ).toBe(0);
  });

  test('beyond 64 bit integers is a double', async () => {
    const collection = createAdmin({ projectId, useBigInt: true }).collection(randomId());
    await seed({ a: { n: 9_223_372_036_854_775_807n }, b: { n: 9_223_372_036_854_775_807n } }, collection);
    const [answer] = await aggregate({ from: [{ collectionId: collection.id }] }, [
      { alias: 'total', sum: { field: { fieldPath: 'n' } } },
    ]);
    expect(answer?.result?.aggregateFields['total']).toMatchObject({
      doubleValue: 2 ** 64,
    });
  });

  test('of integers within 64 bits is exact', async () => {
    const collection = createAdmin({ projectId, useBigInt: true }).collection(randomId());
    await seed({ a: { n: 9_007_199_254_740_993n }, b: { n: 2n } }, collection);
    const [answer] = await aggregate({ from: [{ collectionId: collection.id }] }, [
      { alias: 'total', sum: { field: { fieldPath: 'n' } } },
    ]);
    expect(answer?.result?.aggregateFields['total']).toMatchObject({ integerValue: '9007199254740995' });
  });

  test('of a nested field', async () => {
    const collection = await seed({ a: { m: { n: 1 } }, b: { m: { n: 2 } }, c: { m: 5 } });
    expect((await collection.aggregate({ total: AggregateField.sum('m.n') }).get()).data().total).toBe(3);
  });

  test('respects a limit', async () => {
    const collection = await seed({ a: { n: 1 }, b: { n: 2 }, c: { n: 4 } });
    const query = collection.orderBy('n', 'desc').limit(2);
    expect((await query.aggregate({ total: AggregateField.sum('n') }).get()).data().total).toBe(6);
  });
});

describe('several aggregations', () => {
  test('of one field use only documents that have it, even for a count', async () => {
    const collection = await seed({ a: { n: 1 }, b: { n: 3 }, c: {}, d: { n: 'x' } });
    const query = collection.aggregate({
      all: AggregateField.count(),
      total: AggregateField.sum('n'),
    });
    expect((await query.get()).data()).toEqual({ all: 3, total: 4 });
  });

  test('of several fields use only documents that have all of them', async () => {
    const collection = await seed({ a: { n: 1, m: 5 }, b: { n: 3 }, c: {} });
    const query = collection.aggregate({
      all: AggregateField.count(),
      total: AggregateField.sum('n'),
      other: AggregateField.sum('m'),
    });
    expect((await query.get()).data()).toEqual({ all: 1, total: 1, other: 5 });
  });

  test('respect a filter by document name', async () => {
    const collection = await seed({ a: {}, b: {} });
    const name = `${documentsName}/${collection.id}/b`;
    const where = fieldFilter('__name__', 'GREATER_THAN_OR_EQUAL', { referenceValue: name });
    const [answer] = await aggregate({ from: [{ collectionId: collection.id }], where }, [
      { alias: 'n', count: {} },
    ]);
    expect(answer?.result?.aggregateFields).toMatchObject({ n: integer(1) });
  });

  test('return a read time', async () => {
    const [answer] = await aggregate({ from: [{ collectionId: randomId() }] }, [{ alias: 'n', count: {} }]);
    expect(answer?.readTime).toBeDefined();
  });

  test('require at least one aggregation', async () => {
    await expectFailure(aggregate({ from: [{ collectionId: randomId() }] }, []), code.INVALID_ARGUMENT);
  });

  test('refuse a duplicate alias', async () => {
    const twice = [
      { alias: 'a', count: {} },
      { alias: 'a', count: {} },
    ];
    await expectFailure(aggregate({ from: [{ collectionId: randomId() }] }, twice), code.INVALID_ARGUMENT);
  });
});
