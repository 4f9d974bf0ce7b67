import { describe, expect, test } from 'vitest';
import { Reference, Timestamp, type Value } from '../firestore-values.ts';
import type { FirestoreAccess, RulesQuery } from './firestore-rules.ts';
import type { FieldFilter, Filter } from './query-constraints.ts';
import { createAccess, createDocument, decide, nameOf, readFrom, wrapCondition } from '../testing.ts';

const where = (path: string, operator: FieldFilter['operator'], value: Value): Filter => ({
  kind: 'field',
  path: path.split('.'),
  operator,
  value,
});
const and = (...filters: Filter[]): Filter => ({ kind: 'and', filters });
const or = (...filters: Filter[]): Filter => ({ kind: 'or', filters });

const list = (
  condition: string,
  query: RulesQuery = {},
  overrides: Partial<FirestoreAccess> = {},
  match?: string,
) =>
  decide(
    wrapCondition(condition, '', match),
    createAccess({ method: 'list', name: nameOf('things'), query, ...overrides }),
  );

const forDocument = (id: string) => ({
  filter: where('__name__', '==', new Reference(nameOf(`things/${id}`))),
});

describe('a query must prove the condition', () => {
  test.each<[string, string, Filter | undefined, boolean]>([
    ['an unknown field', 'resource.data.owner == "alice"', undefined, false],
    ['a known field', 'resource.data.owner == request.auth.uid', where('owner', '==', 'alice'), true],
    ['a different value', 'resource.data.owner == "alice"', where('owner', '==', 'bob'), false],
    ['a known value in arithmetic', 'resource.data.n + 1 == 4', where('n', '==', 3n), true],
    ['inside a map', 'resource.data.m.a == 1', where('m.a', '==', 1n), true],
    ['one of many', 'resource.data.s in ["a", "b"]', where('s', 'in', ['a', 'b']), true],
    ['one of too many', 'resource.data.s in ["a", "b"]', where('s', 'in', ['a', 'c']), false],
    [
      'alternatives',
      'resource.data.s == "a" || resource.data.n == 1',
      or(where('s', '==', 'a'), where('n', '==', 1n)),
      true,
    ],
    [
      'one alternative too many',
      'resource.data.s == "a"',
      or(where('s', '==', 'a'), where('n', '==', 1n)),
      false,
    ],
    ['a narrower range', 'resource.data.n > 2', where('n', '>', 3n), true],
    ['a range with the same bound', 'resource.data.n > 2', where('n', '>=', 3n), true],
    ['a wider range', 'resource.data.n > 2', where('n', '>=', 2n), false],
    ['operands reversed', '9 >= resource.data.n', where('n', '<', 9n), true],
    [
      'both ends',
      'resource.data.n > 2 && resource.data.n < 9',
      and(where('n', '>', 2n), where('n', '<', 9n)),
      true,
    ],
    ['a range of times', 'resource.data.at < request.time', where('at', '<', new Timestamp(1, 0)), true],
    ['a range excludes a value', 'resource.data.n != 2', where('n', '>', 2n), true],
    ['not equal', 'resource.data.n != 2', where('n', '!=', 2n), true],
    ['not in', 'resource.data.n != 2', where('n', 'not-in', [2n, 3n]), true],
    ['not null', 'resource.data.n != null', where('n', 'is-not-null', null), true],
    ['null', 'resource.data.n == null', where('n', 'is-null', null), true],
    ['a negated comparison is never proven', '!(resource.data.n == 2)', where('n', '>', 2n), false],
    ['a range does not prove a type', 'resource.data.n is int', where('n', '>', 2n), false],
    ['an element', '1 in resource.data.l', where('l', 'array-contains', 1n), true],
    ['another element', '2 in resource.data.l', where('l', 'array-contains', 1n), false],
    ['any of several', 'resource.data.l.hasAny([1, 2])', where('l', 'array-contains-any', [1n, 2n]), true],
    ['any of too many', 'resource.data.l.hasAny([1, 2])', where('l', 'array-contains-any', [1n, 3n]), false],
    [
      'a contradiction proves both sides',
      'resource.data.n > 2',
      and(where('n', '==', 1n), where('n', '>', 2n)),
      true,
    ],
    ['the document id is unknown', 'id == "one"', undefined, false],
    ['a condition that is always true', 'resource.data.n == 1 || resource != null', undefined, true],
  ])('%s: %s', (_name, condition, filter, expected) => {
    expect(list(condition, { filter }) === 'allowed').toBe(expected);
  });

  test('decides a query for one document by that document', () => {
    const read = readFrom(createDocument('things/one', { owner: 'alice' }));
    expect(list('resource.data.owner == "alice" && id == "one"', forDocument('one'), { read })).toBe(
      'allowed',
    );
    expect(list('resource != null', forDocument('two'), { read })).toContain('Variable read error');
  });
});

test('request.query has the limit, offset and order', () => {
  const query = { limit: 5, offset: 2, explicitOrder: [{ path: ['m', 'a'], descending: true }] };
  expect(
    list(
      'request.query.limit <= 5 && request.query.offset == 2 && request.query.orderBy["m.a"] == "DESC"',
      query,
    ),
  ).toBe('allowed');
  expect(
    list('request.query.limit == null && request.query.offset == 0 && request.query.orderBy == {}'),
  ).toBe('allowed');
  expect(list('request.path == /databases/(default)/documents/things')).toBe('allowed');
});

describe('the match must cover every document the query can return', () => {
  test.each([
    ['/things/{id}', 'things', false, true],
    ['/things/one', 'things', false, false],
    ['/{rest=**}', 'things', false, true],
    ['/things/{id}/{rest=**}', 'things', false, true],
    ['/things/{id}', 'things', true, false],
    ['/{above=**}/things/{id}', 'things', true, true],
    ['/{above=**}/{name}/{id}', 'things', true, true],
    ['/a/{b}/things/{id}', 'a/1/things', false, true],
    ['/a/{b}/things/{id}', 'a/1/things', true, false],
    ['/a/{b}/{between=**}/things/{id}', 'a/1/things', true, true],
    ['/{name}/{id}', '', false, true],
    ['/things/{id}', '', false, false],
    ['/{above=**}/{name}/{id}', '', true, true],
  ])('%s for %s, collection group: %s, allowed: %s', (match, path, allDescendants, expected) => {
    const name = nameOf(path).replace(/\/$/, '');
    expect(list('true', { allDescendants }, { name }, match) === 'allowed').toBe(expected);
  });

  test('fails when it uses an open capture', () => {
    const group = { allDescendants: true };
    expect(list('string(above) == "/"', group, {}, '/{above=**}/things/{id}')).toBe('allowed');
    expect(list('above[0] == "a"', group, {}, '/{above=**}/things/{id}')).toContain(
      'is not bound in path template',
    );
    expect(list('request.path[3] == "a"', group, {}, '/{above=**}/things/{id}')).toContain(
      'Property path is undefined',
    );
  });
});
