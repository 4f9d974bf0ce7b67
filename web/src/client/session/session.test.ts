import { expect, test } from 'vitest';
import { describeUser, findSession, isAdmin, isKnownNonAdmin, type Session } from './session.ts';

test.each([
  ['Ada Admin', 'Ada', 'Admin'],
  ['Anna  Maria van den Berg', 'Anna', 'Maria van den Berg'],
  ['Cher', 'Cher', ''],
  [null, '', ''],
])('splits the name %j into %j and %j [P3.1]', (displayName, firstName, lastName) => {
  expect(describeUser({ uid: 'u', email: 'e@studio.example', displayName })).toEqual({
    id: 'u',
    email: 'e@studio.example',
    displayName: displayName ?? '',
    firstName,
    lastName,
  });
});

test('takes first and last name from the provider if the account has no name', () => {
  const account = {
    uid: 'u',
    email: 'e',
    displayName: null,
    providerData: [{ displayName: 'Ada Lovelace' }],
  };
  expect(describeUser(account)).toMatchObject({ displayName: '', firstName: 'Ada', lastName: 'Lovelace' });
});

test('takes role and isAdmin from the server [P3.1, P3.2]', () => {
  const account = { uid: 'u', email: 'e', displayName: 'n' };
  expect(describeUser(account, { role: 'admin', isAdmin: true })).toMatchObject({
    role: 'admin',
    isAdmin: true,
  });
});

const signedIn = (info: object, hasUserInfoSettled = true): Session => ({
  status: 'signed-in',
  user: { id: 'u', email: 'e', displayName: '', firstName: '', lastName: '', ...info },
  hasUserInfoSettled,
});

test.each<[string, Session, boolean, boolean]>([
  ['an admin', signedIn({ role: 'admin', isAdmin: true }), true, false],
  ['a user', signedIn({ role: 'user', isAdmin: false }), false, true],
  ['an admin by role alone', signedIn({ role: 'admin' }), false, true],
  ['a user whose role is still loading', signedIn({}, false), false, false],
  ['a user whose role failed to load', signedIn({}), false, false],
  ['a visitor', { status: 'signed-out' }, false, false],
])('%s counts as an admin only if isAdmin is true [P6.4]', (_name, session, admin, knownNonAdmin) => {
  expect({ admin: isAdmin(session), knownNonAdmin: isKnownNonAdmin(session) }).toEqual({
    admin,
    knownNonAdmin,
  });
});

const ada = { uid: 'ada', email: 'ada@studio.example', displayName: 'Ada' };
const bo = { uid: 'bo', email: 'bo@studio.example', displayName: 'Bo' };

test.each([
  ['is loading until Firebase has reported', { isStarting: true, lastUserId: 'ada' }, 'loading'],
  ['knows that nobody is signed in', { lastUserId: 'ada' }, 'signed-out'],
  ['waits for the gate', { account: ada }, 'loading'],
  ['assumes that the last user passes the gate', { account: ada, lastUserId: 'ada' }, 'ada, not settled'],
  ['does not assume it of another user', { account: bo, lastUserId: 'ada' }, 'loading'],
  ['does not know the role yet', { account: bo, isKnown: true, lastUserId: 'ada' }, 'bo, not settled'],
  [
    'knows the role',
    { account: bo, isKnown: true, info: { role: 'admin' as const, isAdmin: true } },
    'bo, settled, admin',
  ],
  ['failed to learn the role', { account: bo, isKnown: true, hasInfoFailed: true }, 'bo, settled'],
])('a session %s', (_name, known, expected) => {
  const session = findSession({
    isStarting: false,
    account: null,
    isKnown: false,
    info: undefined,
    hasInfoFailed: false,
    lastUserId: undefined,
    ...known,
  });
  const described =
    session.status === 'signed-in'
      ? [
          session.user.id,
          session.hasUserInfoSettled ? 'settled' : 'not settled',
          ...(isAdmin(session) ? ['admin'] : []),
        ].join(', ')
      : session.status;
  expect(described).toBe(expected);
});
