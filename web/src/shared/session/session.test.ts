import { expect, test } from 'vitest';
import { describeUser, isAdmin, isKnownNonAdmin, type Session } from './session.ts';

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
  ['a user whose role failed to load', signedIn({}), false, true],
  ['a visitor', { status: 'signed-out' }, false, false],
])('%s counts as an admin only if isAdmin is true [P6.4]', (_name, session, admin, knownNonAdmin) => {
  expect({ admin: isAdmin(session), knownNonAdmin: isKnownNonAdmin(session) }).toEqual({
    admin,
    knownNonAdmin,
  });
});
