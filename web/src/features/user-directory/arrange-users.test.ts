import { createDirectoryUser as createUser } from '@portal/contracts/examples/directory';
import { expect, test } from 'vitest';
import { arrangeUsers, DEFAULT_ORDERS, type Sort, type View } from './arrange-users.ts';

const users = [
  createUser('b10@studio.example', {
    displayName: 'Émile',
    metadata: { lastSignInTime: '2026-11-03T00:00:00Z' },
  }),
  createUser('b2@studio.example', {
    displayName: 'Zoë Admin',
    role: 'admin',
    lastActiveAt: '2026-11-02T00:00:00Z',
  }),
  createUser('a@elsewhere.example', { displayName: 'Eva', access: 'not-allowed' }),
  createUser('c@elsewhere.example', { source: 'whitelist-only' }),
];
const arrange = (search: string, view: Partial<View> = {}) =>
  arrangeUsers(users, search, { sort: 'email', order: 'asc', ...view }).map(
    ({ email }) => email.split('@')[0],
  );

test.each<[Sort, string[]]>([
  ['email', ['a', 'b2', 'b10', 'c']],
  ['name', ['c', 'b10', 'a', 'b2']],
  ['role', ['b2', 'a', 'b10', 'c']],
  ['status', ['b2', 'b10', 'c', 'a']],
  ['active', ['b10', 'b2', 'a', 'c']],
])('sorts by %s: %j', (sort, expected) => {
  expect(arrange('', { sort, order: DEFAULT_ORDERS[sort] })).toEqual(expected);
});

test.each<[Sort, string[]]>([
  ['spent', ['b', 'a', 'c', 'd']],
  ['limit', ['d', 'b', 'a', 'c']],
])('sorts by %s, where no limit is the highest: %j', (sort, expected) => {
  const people = [
    createUser('a', { spentThisMonth: 2 }),
    createUser('b', { spentThisMonth: 10, ownLimit: 30 }),
    createUser('c', { ownLimit: 0 }),
    createUser('d', { ownLimit: null }),
  ];
  const view = { sort, order: DEFAULT_ORDERS[sort] };
  expect(arrangeUsers(people, '', view, 20).map(({ email }) => email)).toEqual(expected);
});

test('reverses the order, and keeps ties sorted by email', () => {
  expect(arrange('', { sort: 'role', order: 'desc' })).toEqual(['a', 'b10', 'c', 'b2']);
});

test.each<[Partial<View>, string[]]>([
  [{ role: 'admin' }, ['b2']],
  [{ status: 'allowed' }, ['b2', 'b10', 'c']],
  [{ status: 'not-allowed' }, ['a']],
  [{ status: 'not-signed-in' }, ['c']],
  [{ role: 'user', status: 'allowed' }, ['b10', 'c']],
  [{ status: 'banned' }, []],
])('filters by %j: %j', (view, expected) => {
  expect(arrange('', view)).toEqual(expected);
});

test.each([
  ['  ', ['a', 'b2', 'b10', 'c']],
  ['STUDIO', ['b2', 'b10']],
  ['admin studio', ['b2']],
  ['admin elsewhere', []],
])('searches for %j: %j', (search, expected) => {
  expect(arrange(search)).toEqual(expected);
});
