import { expect, test } from 'vitest';
import { describeUser, isAdmin, isKnownNonAdmin, type Session } from './session.ts';

test.each([
  ['Ada Admin', 'Ada', 'Admin'],
  ['Anna  Maria van den Berg', 'Anna', 'Maria van den Berg'],
  ['Cher', 'Cher', ''],
  [null, '', ''],
])('[P3.1] the name %j is split into %j and %j', (displayName, firstName, lastName) => {
  expect(describeUser({ uid: 'u', email: 'e@studio.example', displayName })).toEqual({
    id: 'u',
    email: 'e@studio.example',
    displayName: displayName ?? '',
    firstName,
    lastName,
  });
});

test('[P3.1, P3.2] role and isAdmin are what the server says', () => {
  const account = { uid: 'u', email: 'e', displayName: 'n' };
  expect(describeUser(account, { role: 'admin', isAdmin: true })).toMatchObject({
    role: 'admin',
    isAdmin: true,
  });
});

const signedIn = (info: object, isAnswered = true): Session => ({
  status: 'signed-in',
  user: { id: 'u', email: 'e', displayName: '', firstName: '', lastName: '', ...info },
  isAnswered,
});

test.each<[string, Session, boolean, boolean]>([
  ['an admin', signedIn({ role: 'admin', isAdmin: true }), true, false],
  ['a user', signedIn({ role: 'user', isAdmin: false }), false, true],
  ['an admin by role alone', signedIn({ role: 'admin' }), false, true],
  ['someone without an answer yet', signedIn({}, false), false, false],
  ['someone whom the server failed to name', signedIn({}), false, true],
  ['nobody', { status: 'signed-out' }, false, false],
])('[P6.4] %s: admin only when isAdmin is exactly true', (_name, session, admin, knownNonAdmin) => {
  expect({ admin: isAdmin(session), knownNonAdmin: isKnownNonAdmin(session) }).toEqual({
    admin,
    knownNonAdmin,
  });
});
