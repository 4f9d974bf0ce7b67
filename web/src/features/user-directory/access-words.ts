import type { Access } from '@portal/contracts/identity';

/** In the rows and in the filter. */
export const ACCESS_WORDS: Record<Access, string> = {
  allowed: 'Allowed',
  'not-allowed': 'Not allowed',
  'not-verified': 'Email not verified',
  disabled: 'Disabled',
  banned: 'Banned',
};
