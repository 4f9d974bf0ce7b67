import { FirebaseError } from 'firebase/app';
import { expect, test } from 'vitest';
import { describeIdentityError, LOGIN_FAILED, shouldRedirect, SIGN_IN_FAILED } from './identity-errors.ts';

/** From the spec. */
const RECOGNIZED = [
  'invalid-email',
  'wrong-password',
  'missing-password',
  'invalid-credential',
  'email-already-in-use',
  'operation-not-allowed',
  'user-not-found',
  'too-many-requests',
  'expired-action-code',
  'invalid-action-code',
  'requires-recent-login',
  'invalid-user-token',
  'user-token-expired',
  'user-disabled',
  'network-request-failed',
  'popup-blocked',
  'popup-closed-by-user',
  'cancelled-popup-request',
  'unauthorized-domain',
  'multi-factor-auth-required',
];

const describe = (code: string) =>
  describeIdentityError(
    new FirebaseError(`auth/${code}`, `Firebase: raw text (auth/${code}).`),
    SIGN_IN_FAILED,
  );

test.each(RECOGNIZED)('describes %s in a plain sentence [P8.15]', (code) => {
  expect(describe(code)).toMatch(/^[A-Z][^(]+\.$/);
  expect(describe(code)).not.toMatch(/firebase|auth\/|raw text/i);
});

test('has a different message for each error [P8.15]', () => {
  expect(new Set(RECOGNIZED.map(describe)).size).toBe(RECOGNIZED.length);
});

test.each([
  ['user-disabled', 'This account is disabled. Ask an admin.'],
  ['too-many-requests', 'Too many attempts. Wait a few minutes and try again.'],
  ['operation-not-allowed', 'This sign-in method is not enabled. Ask an admin.'],
])('says what to do after %s [P8.1]', (code, text) => {
  expect(describe(code)).toBe(text);
});

test('falls back to the error’s message, then to the default [P8.1, P8.2]', () => {
  expect(describeIdentityError(new Error('The disk is full.'), SIGN_IN_FAILED)).toBe('The disk is full.');
  expect(describeIdentityError(new Error(''), SIGN_IN_FAILED)).toBe('An error occurred during sign in.');
  expect(describeIdentityError('a string', LOGIN_FAILED)).toBe('An error occurred during login');
});

test.each([
  ['popup-blocked', true],
  ['operation-not-supported-in-this-environment', true],
  ['timeout', true],
  ['an-unknown-code', true],
  ['popup-closed-by-user', false],
  ['cancelled-popup-request', false],
  ['web-storage-unsupported', false],
  ['network-request-failed', false],
  ['internal-error', false],
  ['user-disabled', false],
  ['invalid-credential', false],
])('redirects after %s: %s [P2.28]', (code, expected) => {
  expect(shouldRedirect(new FirebaseError(`auth/${code}`, ''))).toBe(expected);
});
