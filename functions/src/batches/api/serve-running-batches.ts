import { cancelRunningBatch, listRunningBatches } from '@portal/contracts/running-batches';
import type { Hono } from 'hono';
import { cancelBatch } from '../engine/cancel-batch.ts';
import type { Deps } from '../deps.ts';
import { handleCall } from '../../http/handle-call.ts';
import { describeRunningBatches } from './describe-running-batches.ts';

export function serveRunningBatches(app: Hono, deps: Deps): void {
  handleCall(app, deps, listRunningBatches, () => describeRunningBatches(deps));
  handleCall(app, deps, cancelRunningBatch, async ({ params: { id } }) => {
    await cancelBatch(deps, id);
    return { success: true as const };
  });
}
