import { FirebaseError } from 'firebase/app';
import { expect, test } from 'vitest';
import { describeIdentityError, LOGIN_FAILED, shouldRedirect, SIGN_IN_FAILED } from './identity-errors.ts';

/** Those that the spec lists. */
const RECOGNISED = [
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

test.each(RECOGNISED)('[P8.15] %s has a plain sentence', (code) => {
  expect(describe(code)).toMatch(/^[A-Z][^(]+\.$/);
  expect(describe(code)).not.toMatch(/firebase|auth\/|raw text/i);
});

test('[P8.15] each has its own', () => {
  expect(new Set(RECOGNISED.map(describe)).size).toBe(RECOGNISED.length);
});

test('[P8.1, P8.2] of any other error one reads its message; of one without, that it failed', () => {
  expect(describeIdentityError(new Error('The disk is full.'), SIGN_IN_FAILED)).toBe('The disk is full.');
  expect(describeIdentityError(new Error(''), SIGN_IN_FAILED)).toBe('An error occurred during sign in.');
  expect(describeIdentityError('a string', LOGIN_FAILED)).toBe('An error occurred during login');
});

test.each([
  ['popup-blocked', true],
  ['operation-not-supported-in-this-environment', true],
  ['timeout', true],
  ['a-code-of-tomorrow', true],
  ['popup-closed-by-user', false],
  ['cancelled-popup-request', false],
  ['web-storage-unsupported', false],
  ['network-request-failed', false],
  ['internal-error', false],
  ['user-disabled', false],
  ['invalid-credential', false],
])('[P2.28] after %s the whole page is tried: %s', (code, expected) => {
  expect(shouldRedirect(new FirebaseError(`auth/${code}`, ''))).toBe(expected);
});
