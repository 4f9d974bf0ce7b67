import { listFailedWork, retryFailedWork } from '@portal/contracts/failed-work';
import type { Hono } from 'hono';
import type { Deps } from '../../batches/deps.ts';
import { handleCall } from '../../http/handle-call.ts';
import { describeFailedWork } from './describe-failed-work.ts';
import { retryWork } from './retry-work.ts';

export function serveFailedWork(app: Hono, deps: Deps): void {
  handleCall(app, deps, listFailedWork, ({ params }) => describeFailedWork(deps, params.after));
  handleCall(app, deps, retryFailedWork, async ({ params: { id }, body, caller }) => ({
    success: true as const,
    batchId: await retryWork(deps, { ...id, ...body, admin: caller.uid }),
  }));
}
