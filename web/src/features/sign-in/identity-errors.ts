import { FirebaseError } from 'firebase/app';
import { SESSION_EXPIRED_MESSAGE } from '../../client/session/gate.ts';

/** Messages for the identity provider's error codes. */
const MESSAGES: Record<string, string> = {
  'invalid-email': 'This email address is not valid.',
  'wrong-password': 'Wrong email or password.',
  'missing-password': 'Enter your password.',
  'invalid-credential': 'The sign-in was not accepted. Try again.',
  'email-already-in-use': 'This email already has an account.',
  'operation-not-allowed': 'This sign-in method is not enabled. Ask an admin.',
  'user-not-found': 'There is no account for this email.',
  'too-many-requests': 'Too many attempts. Wait a few minutes and try again.',
  'expired-action-code': 'This link has expired. Request a new one.',
  'invalid-action-code': 'This link is no longer valid. Request a new one.',
  'requires-recent-login': 'Sign in again to continue.',
  'invalid-user-token': 'Your session is no longer valid. Sign in again.',
  'user-token-expired': SESSION_EXPIRED_MESSAGE,
  'user-disabled': 'This account is disabled. Ask an admin.',
  'network-request-failed': 'Network error. Check your connection and try again.',
  'popup-blocked': 'Your browser blocked the sign-in window. Allow it and try again.',
  'popup-closed-by-user': 'The sign-in window was closed. Try again.',
  'cancelled-popup-request': 'Another sign-in window is open. Finish there or try again.',
  'unauthorized-domain': 'Sign-in is not allowed from this domain. Ask an admin.',
  'multi-factor-auth-required': 'The portal does not support accounts with multi-factor sign-in.',
  'account-exists-with-different-credential':
    'This email uses another sign-in method. Sign in with that one.',
  'web-storage-unsupported': 'Your browser blocks storage for this page. Allow cookies and try again.',
  timeout: 'Sign-in timed out. Try again.',
  'internal-error': 'The sign-in service did not load. Check your connection and try again.',
};

export const SIGN_IN_FAILED = 'An error occurred during sign in.';
/** For a login that started earlier, such as a redirect from the provider's page. */
export const LOGIN_FAILED = 'An error occurred during login';

export function describeIdentityError(error: unknown, fallback: string): string {
  const known = error instanceof FirebaseError ? MESSAGES[error.code.replace(/^auth\//, '')] : undefined;
  if (known !== undefined) return known;
  return error instanceof Error && error.message !== '' ? error.message : fallback;
}

/** Popup failures that a full-page redirect would not fix. All others, such as a blocked popup, lead to a redirect. */
const NOT_FIXED_BY_REDIRECT = new Set([
  // The user closed the popup or has another one open.
  'auth/popup-closed-by-user',
  'auth/user-cancelled',
  'auth/cancelled-popup-request',
  // Google's script or Firebase's iframe did not load. A redirect needs both too.
  'auth/internal-error',
  'auth/network-request-failed',
  // Without storage, the iframe would not find the redirect's result, and nothing would happen.
  'auth/web-storage-unsupported',
  // Firebase or Google rejected this account, domain or configuration.
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

/** Whether the popup itself failed, so that a redirect may work. */
export const shouldRedirect = (error: unknown): boolean =>
  error instanceof FirebaseError && !NOT_FIXED_BY_REDIRECT.has(error.code);
