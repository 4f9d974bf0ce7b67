import { randomUUID } from 'node:crypto';
import type { Deps } from '../../batches/deps.ts';

interface EnqueueOptions {
  /** Cloud Tasks ignores a file that it already has in the same round. */
  round?: string;
  /** When to deliver the tasks, if not at once. Such tasks are in no round. */
  at?: Date;
}

export const enqueueFiles = (
  { queues }: Pick<Deps, 'queues'>,
  deliveryId: string,
  indexes: Iterable<number>,
  { round = '0', at }: EnqueueOptions = {},
) =>
  queues.enqueue(
    'deliverFiles',
    [...indexes].map((index) => ({
      id: `${deliveryId}-${index}-${at ? randomUUID() : round}`,
      data: { deliveryId, index },
      at,
    })),
  );
