import type { QueueDepth } from '@portal/contracts/api-status';
import * as logger from 'firebase-functions/logger';
import type { Deps } from '../deps.ts';
import { QUEUES } from './queue-names.ts';

/** How long the queues are; unknown while they cannot be asked. */
export async function describeQueues({ measureQueues }: Pick<Deps, 'measureQueues'>): Promise<QueueDepth[]> {
  const depths = await measureQueues().catch((error: unknown) => {
    logger.error('The queues cannot be reached.', error);
    return undefined;
  });
  return Object.entries(QUEUES).map(([name, { label }]) => {
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
