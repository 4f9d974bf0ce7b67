import type { QueueDepth } from '@portal/contracts/api-status';
import type { Deps } from '../../batches/deps.ts';
import type { Queue } from '../../platform/queues/queues.ts';
import { logWarning } from '../../platform/logs/log.ts';

/** The depth of each queue; null while the depths cannot be read. */
export async function describeQueues(
  { measureQueues }: Pick<Deps, 'measureQueues'>,
  queues: readonly Queue[],
): Promise<QueueDepth[]> {
  const depths = await measureQueues().catch((error: unknown) => {
    logWarning('The queues cannot be reached.', error);
    return undefined;
  });
  return queues.map(({ name, label }) => {
    const depth = depths?.get(name);
    const oldestAt = depth && depth.tasks > 0 ? depth.oldestAt : undefined;
    return {
      name,
      label,
      tasks: depth?.tasks ?? null,
      oldestSeconds: oldestAt ? Math.max(0, Math.round((Date.now() - oldestAt.getTime()) / 1000)) : null,
    };
  });
}
