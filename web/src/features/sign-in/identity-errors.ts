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

/** The person changed their mind: opening a whole page now would be rude. */
const CHANGED_THEIR_MIND = new Set([
  'auth/popup-closed-by-user',
  'auth/cancelled-popup-request',
  'auth/user-cancelled',
]);
/** A page would meet the same refusal as the window, or lack the same script on the way back ('internal-error'). */
const WOULD_FAIL_AGAIN = new Set([
  'auth/internal-error',
  'auth/user-disabled',
  'auth/unauthorized-domain',
  'auth/operation-not-allowed',
  'auth/network-request-failed',
  'auth/too-many-requests',
]);

/** Whether the window itself failed, so that a full page may do better. */
export const shouldRedirect = (error: unknown): boolean =>
  error instanceof FirebaseError && !CHANGED_THEIR_MIND.has(error.code) && !WOULD_FAIL_AGAIN.has(error.code);
