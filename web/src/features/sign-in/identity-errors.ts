import { FirebaseError } from 'firebase/app';

/** What a person reads for each error that the identity provider may answer. */
const WORDS: Record<string, string> = {
  'invalid-email': 'This email address is not valid.',
  'wrong-password': 'The email or the password is wrong.',
  'missing-password': 'Enter your password.',
  'invalid-credential': 'The sign-in was not accepted. Try again.',
  'email-already-in-use': 'This email already has an account.',
  'operation-not-allowed': 'This way of signing in is not switched on. Ask an admin.',
  'user-not-found': 'There is no account for this email.',
  'too-many-requests': 'Too many attempts. Wait a few minutes and try again.',
  'expired-action-code': 'This link has expired. Ask for a new one.',
  'invalid-action-code': 'This link is not valid any more. Ask for a new one.',
  'requires-recent-login': 'For this you need to sign in again.',
  'invalid-user-token': 'Your session is not valid any more. Sign in again.',
  'user-token-expired': 'Your session has ended. Sign in again.',
  'user-disabled': 'This account is switched off. Ask an admin.',
  'network-request-failed': 'The network did not answer. Check your connection and try again.',
  'popup-blocked': 'Your browser blocked the sign-in window. Allow it and try again.',
  'popup-closed-by-user': 'The sign-in window was closed before you had signed in.',
  'cancelled-popup-request': 'Another sign-in window was opened. Finish there, or try again.',
  'unauthorized-domain': 'Signing in is not allowed from this address. Ask an admin.',
  'multi-factor-auth-required':
    'This account asks for a second factor, which the portal does not support yet.',
  'account-exists-with-different-credential': 'This email signs in another way. Use the one you used before.',
  'web-storage-unsupported': 'Your browser keeps no data for this page. Allow cookies and try again.',
  timeout: 'The sign-in took too long. Try again.',
  'internal-error': 'The sign-in service did not load. Check your connection and try again.',
};

export const SIGN_IN_FAILED = 'An error occurred during sign in.';
/** Of a login that was begun earlier, as on the way back from the provider's page. */
export const LOGIN_FAILED = 'An error occurred during login';

export function describeIdentityError(error: unknown, fallback: string): string {
  const known = error instanceof FirebaseError ? WORDS[error.code.replace(/^auth\//, '')] : undefined;
  if (known !== undefined) return known;
  return error instanceof Error && error.message !== '' ? error.message : fallback;
}

/**
 * Failures of the popup that a full-page redirect cannot cure. All others lead to one: a popup that was blocked, that this
 * browser does not support ('operation-not-supported-in-this-environment') or that took too long ('timeout').
 */
const NOT_CURED_BY_REDIRECT = new Set([
  // The person changed their mind, or already signs in in another popup.
  'auth/popup-closed-by-user',
  'auth/user-cancelled',
  'auth/cancelled-popup-request',
  // Google's script or Firebase's frame did not load. The way back from a redirect needs both too.
  'auth/internal-error',
  'auth/network-request-failed',
  // That frame has no storage. It would not find the redirect's result, and the page would say nothing.
  'auth/web-storage-unsupported',
  // Firebase or Google refused this account, this address or this setup.
  'auth/account-exists-with-different-credential',
  'auth/admin-restricted-operation',
  'auth/invalid-api-key',
  'auth/invalid-credential',
  'auth/multi-factor-auth-required',
  'auth/operation-not-allowed',
  'auth/too-many-requests',
  'auth/unauthorized-domain',
  'auth/user-disabled',
]);

/** Whether the popup itself failed, so that a full page may do better. */
export const shouldRedirect = (error: unknown): boolean =>
  error instanceof FirebaseError && !NOT_CURED_BY_REDIRECT.has(error.code);
