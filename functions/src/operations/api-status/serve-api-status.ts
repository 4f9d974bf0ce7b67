import { checkKeys, getApiStatus } from '@portal/contracts/api-status';
import type { Hono } from 'hono';
import type { Deps } from '../../batches/deps.ts';
import { handleCall } from '../../http/handle-call.ts';
import type { Queue } from '../../platform/queues/queues.ts';
import { checkProviderKeys } from './check-provider-keys.ts';
import { makeApiStatus } from './describe-api-status.ts';
import { describeKeys } from './describe-keys.ts';

export function serveApiStatus(app: Hono, deps: Deps, queues: readonly Queue[]): void {
  const describeApiStatus = makeApiStatus(deps, queues);
  handleCall(app, deps, getApiStatus, async () => ({ data: await describeApiStatus() }));
  handleCall(app, deps, checkKeys, async ({ params: { provider } }) => {
    await checkProviderKeys(deps, provider);
    return describeKeys(deps, provider, [], queues);
  });
}
