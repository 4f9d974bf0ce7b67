import { ProviderSchema } from '@portal/contracts/generation-request';
import { startSelfCheck, type SelfCheck } from '@portal/contracts/self-check';
import type { Hono } from 'hono';
import { checkProviderKeys } from '../api-status/check-provider-keys.ts';
import { makeApiStatus } from '../api-status/describe-api-status.ts';
import { describeKeys } from '../api-status/describe-keys.ts';
import type { Deps } from '../../batches/deps.ts';
import { handleCall } from '../../http/handle-call.ts';
import { logWarning } from '../../platform/logs/log.ts';
import type { Queue } from '../../platform/queues/queues.ts';
import { checkMedia } from './check-media.ts';

export function serveSelfCheck(app: Hono, deps: Deps, allQueues: readonly Queue[]): void {
  const describeApiStatus = makeApiStatus(deps, allQueues);
  handleCall(app, deps, startSelfCheck, async ({ caller: { uid: ticket } }) => {
    const [queues, media, keys, { health }] = await Promise.all([
      Promise.all(allQueues.map((queue) => enqueueCheck(deps, queue, ticket))),
      checkMedia(deps.media, ticket),
      Promise.all(ProviderSchema.options.map((provider) => checkKeysOf(deps, provider, allQueues))),
      describeApiStatus(),
    ]);
    return { health, media, keys, queues };
  });
}

/** As the portal itself enqueues: with the same client, account and target. */
async function enqueueCheck(
  { queues }: Deps,
  queue: Queue,
  ticket: string,
): Promise<SelfCheck['queues'][number]> {
  try {
    await queues.enqueue(queue, [{ id: ticket, data: { selfCheck: ticket } }]);
    return { name: queue.name, problem: null };
  } catch (error) {
    logWarning(`Self-check: no task could be enqueued in ${queue.name}.`, error);
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'internal';
    return { name: queue.name, problem: code.replace(/^functions\//, '') };
  }
}

async function checkKeysOf(
  deps: Deps,
  provider: (typeof ProviderSchema.options)[number],
  allQueues: readonly Queue[],
): Promise<SelfCheck['keys'][number]> {
  const isAnswered = await checkProviderKeys(deps, provider).then(
    () => true,
    (error: unknown) => {
      logWarning(`Self-check: the keys of ${provider} could not be checked.`, error);
      return false;
    },
  );
  return { ...(await describeKeys(deps, provider, [], allQueues)), isAnswered };
}
