import { expect, test } from 'vitest';
import { Reference } from '../values/firestore-values.ts';
import { prepareQuery } from './prepare-query.ts';
import {
  and,
  createDocument,
  createQuery,
  createSnapshot,
  idsOf,
  orderBy,
  ROOT,
  where,
} from './testing/test-data.ts';

const documents = createSnapshot(
  ['c/a', 'c/a/c/x', 'c/a/d/y', 'c/b', 'c/__id10__', 'c/__id9__', 'c/a!', 'd/z', 'd/z/c/q'].map((path) =>
    createDocument(path, { x: 1n }),
  ),
);
const at = (path: string) => new Reference(`${ROOT}/${path}`);

const from = (collectionId: string, allDescendants = false) => [{ collectionId, allDescendants }];
const BELOW_A = `${ROOT}/c/a`;

test.each([
  ['one collection', ROOT, from('c'), '__id9__ __id10__ a a! b'],
  ['one collection of a document', BELOW_A, from('d'), 'a/d/y'],
  ['a group, nested ones in between', ROOT, from('c', true), '__id9__ __id10__ a a/c/x a! b d/z/c/q'],
  ['a group below a document', BELOW_A, from('c', true), 'a/c/x'],
  ['every collection of the root', ROOT, from(''), '__id9__ __id10__ a a! b d/z'],
  ['every collection of a document', BELOW_A, from(''), 'a/c/x a/d/y'],
  ['everything below a document', BELOW_A, from('', true), 'a/c/x a/d/y'],
  ['everything', ROOT, from('', true), '__id9__ __id10__ a a/c/x a/d/y a! b d/z d/z/c/q'],
])('%s', (_, parent, collections, expected) => {
  const query = prepareQuery(parent, createQuery({ from: collections }));
  expect(idsOf(query.run(documents))).toBe(expected);
  const everything = documents.collectionsBelow(ROOT).flatMap((path) => documents.documents(path));
  expect(idsOf(everything.filter(query.matches).sort(query.compare))).toBe(expected);
});

test('finds everything below a document, as recursive deletion does', () => {
  const range = and(
    where('__name__', 'GREATER_THAN_OR_EQUAL', at('c/a')),
    where('__name__', 'LESS_THAN', at('c/a!')),
  );
  const query = prepareQuery(ROOT, createQuery({ from: from('', true), where: range }));
  expect(idsOf(query.run(documents))).toBe('a a/c/x a/d/y');
});

test('orders names in both directions', () => {
  const query = createQuery({
    where: where('x', 'EQUAL', 1n),
    orderBy: orderBy('__name__ desc'),
    limit: { value: 3 },
  });
  expect(idsOf(prepareQuery(ROOT, query).run(documents))).toBe('b a! a');
});
