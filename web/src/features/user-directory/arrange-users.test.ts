import type { DirectoryUser } from '@portal/contracts/directory';
import { expect, test } from 'vitest';
import { arrangeUsers } from './arrange-users.ts';

const createUser = (email: string, overrides: Partial<DirectoryUser> = {}): DirectoryUser => ({
  uid: email,
  email,
  displayName: null,
  photoURL: null,
  role: 'user',
  isWhitelisted: true,
  source: 'firebase',
  emailVerified: true,
  lastActiveAt: null,
  metadata: { lastSignInTime: null },
  ...overrides,
});

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
  createUser('a@elsewhere.example', { displayName: 'Eva' }),
];
const arrange = (search: string, sort: Parameters<typeof arrangeUsers>[2] = 'email') =>
  arrangeUsers(users, search, sort).map(({ email }) => email.split('@')[0]);

test.each([
  ['email', ['a', 'b2', 'b10']],
  ['name', ['b10', 'a', 'b2']],
  ['role', ['b2', 'a', 'b10']],
  ['active', ['b10', 'b2', 'a']],
] as const)('sorts by %s: %j', (sort, expected) => {
  expect(arrange('', sort)).toEqual(expected);
});

test.each([
  ['  ', ['a', 'b2', 'b10']],
  ['STUDIO', ['b2', 'b10']],
  ['admin studio', ['b2']],
  ['admin elsewhere', []],
])('searches for %j: %j', (search, expected) => {
  expect(arrange(search)).toEqual(expected);
});
