import {
  changeLimit,
  changeRole,
  listDirectory,
  revokeAccess,
  whitelistEmail,
} from '@portal/contracts/directory';
import type { Hono } from 'hono';
import type { Deps } from '../../batches/deps.ts';
import { handleCall } from '../../http/handle-call.ts';
import { setLimit } from './set-limit.ts';
import { setRole } from './set-role.ts';
import { readDirectory } from './read-directory.ts';
import { revoke } from './revoke.ts';
import { whitelist } from './whitelist.ts';

const done = { success: true } as const;

export function serveDirectory(app: Hono, deps: Deps): void {
  handleCall(app, deps, listDirectory, () => readDirectory(deps));
  handleCall(app, deps, whitelistEmail, async ({ body, caller }) => {
    await whitelist(deps, caller, body.email);
    return done;
  });
  handleCall(app, deps, revokeAccess, async ({ params, caller }) => {
    await revoke(deps, caller, params.uid);
    return done;
  });
  handleCall(app, deps, changeRole, async ({ params, body, caller }) => {
    await setRole(deps, caller, params.uid, body.role);
    return done;
  });
  handleCall(app, deps, changeLimit, async ({ params, body }) => {
    await setLimit(deps, params.uid, body.ownLimit);
    return done;
  });
}
