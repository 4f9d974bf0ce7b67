import {
  aggregateFieldEqual,
  and,
  average,
  collectionGroup,
  count,
  doc,
  documentId,
  endAt,
  endBefore,
  getAggregateFromServer,
  getCountFromServer,
  limit,
  limitToLast,
  or,
  orderBy,
  query,
  setDoc,
  startAfter,
  startAt,
  sum,
  where,
  type Query,
} from 'firebase/firestore';
import { describe, expect, test } from 'vitest';
import { createClient, findIds, seedForClient } from '../client-sdk.ts';
import { randomId } from '../harness.ts';

describe('queries of the client', () => {
  const cities = () =>
    seedForClient({
      a: { n: 1, tags: ['x'], zip: 1 },
      b: { n: 2, tags: ['x', 'y'], zip: [1] },
      c: { n: 3, tags: [], zip: null },
      d: { n: 4, zip: NaN },
      e: { n: 5, tags: 'x' },
    });

  const queries: [string, (places: Query) => Query, string[]][] = [
    ['==', (places) => query(places, where('n', '==', 2)), ['b']],
    ['>', (places) => query(places, where('n', '>', 3)), ['d', 'e']],
    ['!=', (places) => query(places, where('zip', '!=', 1)), ['d', 'b']],
    ['in', (places) => query(places, where('n', 'in', [5, 1])), ['a', 'e']],
    ['not-in', (places) => query(places, where('n', 'not-in', [1, 2, 3])), ['d', 'e']],
    ['array-contains', (places) => query(places, where('tags', 'array-contains', 'x')), ['a', 'b']],
    ['array-contains-any', (places) => query(places, where('tags', 'array-contains-any', ['y', 'z'])), ['b']],
    ['== null', (places) => query(places, where('zip', '==', null)), ['c']],
    ['== NaN', (places) => query(places, where('zip', '==', NaN)), ['d']],
    ['order and limit', (places) => query(places, orderBy('n', 'desc'), limit(2)), ['e', 'd']],
    ['order and limitToLast', (places) => query(places, orderBy('n'), limitToLast(2)), ['d', 'e']],
    ['cursors', (places) => query(places, orderBy('n'), startAt(2), endBefore(4)), ['b', 'c']],
    ['exclusive cursors', (places) => query(places, orderBy('n'), startAfter(2), endAt(4)), ['c', 'd']],
    ['or', (places) => query(places, or(where('n', '==', 1), where('n', '>', 4))), ['a', 'e']],
    [
      'and within or',
      (places) => query(places, or(and(where('n', '>', 1), where('n', '<', 3)), where('n', '==', 5))),
      ['b', 'e'],
    ],
    ['document id', (places) => query(places, where(documentId(), 'in', ['b', 'd'])), ['b', 'd']],
    ['document id range', (places) => query(places, where(documentId(), '>', 'c')), ['d', 'e']],
  ];
  test.each(queries)('by %s', async (_name, make, expected) => {
    expect(await findIds(make(await cities()))).toEqual(expected);
  });

  test('of a collection group', async () => {
    const client = createClient();
    const group = randomId();
    await setDoc(doc(client, `${randomId()}/x/${group}/deep`), { n: 1 });
    await setDoc(doc(client, `${group}/top`), { n: 2 });
    expect((await findIds(collectionGroup(client, group))).toSorted()).toEqual(['deep', 'top']);
  });

  test('are counted and summed on the server', async () => {
    const places = await cities();
    expect((await getCountFromServer(query(places, where('n', '>', 2)))).data().count).toBe(3);
    const result = await getAggregateFromServer(places, {
      total: sum('n'),
      mean: average('n'),
      all: count(),
    });
    expect(result.data()).toEqual({ total: 15, mean: 3, all: 5 });
    expect(aggregateFieldEqual(sum('n'), sum('n'))).toBe(true);
  });
});
