import type { Call } from './call.ts';
import { changeRole, listDirectory, revokeAccess, whitelistEmail } from './directory.ts';
import { getHealth } from './health.ts';
import { getUserInfo } from './identity.ts';
import { getSettings } from './settings.ts';

/** Every call of the API, in the order of its description. */
export const allCalls: readonly Call[] = [
  getHealth,
  getSettings,
  getUserInfo,
  listDirectory,
  whitelistEmail,
  revokeAccess,
  changeRole,
];
