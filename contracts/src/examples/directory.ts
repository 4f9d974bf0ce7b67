/** People of the user directory as the server would answer them, for tests of the pages. */
import type { DirectoryUser } from '../directory.ts';

/** Has signed in, and may use the portal. */
export const createDirectoryUser = (
  email: string,
  overrides: Partial<DirectoryUser> = {},
): DirectoryUser => ({
  uid: email,
  email,
  displayName: null,
  photoURL: null,
  role: 'user',
  isWhitelisted: true,
  access: 'allowed',
  source: 'firebase',
  emailVerified: true,
  lastActiveAt: null,
  metadata: { lastSignInTime: null },
  spentThisMonth: 0,
  ...overrides,
});
