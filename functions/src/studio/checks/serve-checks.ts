import { dismissCheck as dismissCall } from '@portal/contracts/checks';
import type { Hono } from 'hono';
import type { Deps } from '../../batches/deps.ts';
import { handleCall } from '../../http/handle-call.ts';
import { dismissCheck } from './dismiss-check.ts';

export function serveChecks(app: Hono, deps: Deps): void {
  handleCall(app, deps, dismissCall, async ({ params, body, caller }) => ({
    success: true as const,
    dismissed: await dismissCheck(deps, caller.uid, params.id, body),
  }));
}
