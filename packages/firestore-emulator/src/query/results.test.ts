import { expect, test } from 'vitest';
import { Reference, type Value } from '../values/firestore-values.ts';
import type { StructuredQuery } from '../wire/messages.ts';
import { prepareQuery } from './prepare-query.ts';
import {
  createDocument,
  createQuery,
  createSnapshot,
  idsOf,
  orderBy,
  ROOT,
  where,
} from './testing/test-data.ts';

const at = (path: string) => new Reference(`${ROOT}/${path}`);
const before = (...values: Value[]) => ({ values, before: true });
const after = (...values: Value[]) => ({ values, before: false });

const documents = createSnapshot([
  createDocument('c/a', { x: 1n, y: 3n }),
  createDocument('c/b', { x: 2n, y: 2n }),
  createDocument('c/d', { x: 2n, y: 1n }),
  createDocument('c/e', { x: 3n, y: 3n }),
  createDocument('c/g', { x: 's', y: 1n }),
  createDocument('c/nox', { y: 5n }),
  createDocument('c/null', { x: null, y: 0n }),
]);

const run = (query: Partial<StructuredQuery>) => idsOf(prepareQuery(ROOT, createQuery(query)).run(documents));

const cases: [string, Partial<StructuredQuery>, string][] = [
  ['without an order: by name', {}, 'a b d e g nox null'],
  ['an order excludes documents without the field', { orderBy: orderBy('x') }, 'null a b d e g'],
  ['the name follows the last direction', { orderBy: orderBy('x desc') }, 'g e d b a null'],
  ['an explicit name overrides that', { orderBy: orderBy('x desc', '__name__') }, 'g e b d a null'],
  ['two fields', { orderBy: orderBy('y', 'x desc') }, 'null g d b e a'],
  ['an inequality orders by its field', { where: where('y', 'GREATER_THAN', 1n) }, 'b a e nox'],
  [
    'after the explicit order',
    { where: where('x', 'GREATER_THAN', 0n), orderBy: orderBy('y desc') },
    'e a b d',
  ],
  ['limit', { orderBy: orderBy('x'), limit: { value: 2 } }, 'null a'],
  ['limit 0', { limit: { value: 0 } }, ''],
  ['offset', { offset: 5 }, 'nox null'],
  ['offset and limit', { orderBy: orderBy('y', 'x desc'), offset: 1, limit: { value: 2 } }, 'g d'],
  ['an offset beyond the end', { offset: 9, limit: { value: 2 } }, ''],
  ['start at', { orderBy: orderBy('x'), startAt: before(2n) }, 'b d e g'],
  ['start after', { orderBy: orderBy('x'), startAt: after(2n) }, 'e g'],
  ['end before', { orderBy: orderBy('x'), endAt: before(2n) }, 'null a'],
  ['end at', { orderBy: orderBy('x'), endAt: after(2n) }, 'null a b d'],
  ['start at a document', { orderBy: orderBy('x', '__name__'), startAt: before(2n, at('c/d')) }, 'd e g'],
  ['start after a document', { orderBy: orderBy('__name__'), startAt: after(at('c/d')) }, 'e g nox null'],
  ['end before a document', { orderBy: orderBy('__name__'), endAt: before(at('c/d')) }, 'a b'],
  ['backwards', { orderBy: orderBy('x desc'), startAt: before(2n), endAt: after(1n) }, 'd b a'],
  ['a position of a prefix', { orderBy: orderBy('y', 'x'), startAt: after(1n) }, 'b a e'],
  ['a position of another type', { orderBy: orderBy('x'), endAt: before('') }, 'null a b d e'],
  ['no values, before: from the start', { orderBy: orderBy('x'), startAt: before() }, 'null a b d e g'],
  ['no values, after: nothing', { orderBy: orderBy('x'), startAt: after() }, ''],
  ['a start after the end', { orderBy: orderBy('x'), startAt: before(3n), endAt: before(1n) }, ''],
];

test.each(cases)('%s', (_, query, expected) => {
  expect(run(query)).toBe(expected);
});

test('a selection keeps the maps that contain the fields', () => {
  const document = createDocument('c/a', {
    'a b': new Map([
      ['p', 1n],
      ['q', 2n],
    ]),
    x: 1n,
    y: 2n,
  });
  const select = (...paths: string[]) => {
    const fields = paths.map((fieldPath) => ({ fieldPath }));
    return prepareQuery(ROOT, createQuery({ select: { fields } })).project(document).fields;
  };
  expect(select('x', '`a b`.q', 'missing.z')).toEqual(
    new Map<string, Value>([
      ['x', 1n],
      ['a b', new Map([['q', 2n]])],
    ]),
  );
  expect(select('__name__')).toEqual(new Map());
  expect(prepareQuery(ROOT, createQuery()).project(document)).toBe(document);
});

test('a limit returns the first of the sorted results', () => {
  const many = createSnapshot(
    Array.from({ length: 500 }, (_, index) =>
      createDocument(`c/${index}`, { x: BigInt((index * 7919) % 101) }),
    ),
  );
  for (const order of [orderBy('x'), orderBy('x desc'), orderBy('x', '__name__ desc')]) {
    const all = idsOf(prepareQuery(ROOT, createQuery({ orderBy: order })).run(many)).split(' ');
    for (const limit of [1, 7, 250, 499, 600]) {
      const limited = prepareQuery(ROOT, createQuery({ orderBy: order, limit: { value: limit }, offset: 3 }));
      expect(idsOf(limited.run(many))).toBe(all.slice(3, 3 + limit).join(' '));
    }
  }
});
