import type { App } from 'firebase-admin/app';
import { getFunctions } from 'firebase-admin/functions';
import type { TaskQueueOptions } from 'firebase-functions/tasks';
import { z } from 'zod';
import { providerKeys, readEngineSettings, REGION } from '../config.ts';

const ENQUEUE_AT_ONCE = 25;

/** Each is a function of the same name in index.ts. */
export type QueueName =
  | 'makeWithOpenai'
  | 'makeWithGoogle'
  | 'makeWithStability'
  | 'makeWithXai'
  | 'styleWithOpenai'
  | 'styleWithGoogle'
  | 'writeWithOpenai'
  | 'writeWithGoogle'
  | 'upscaleOnDevice'
  | 'upscaleAtCloudinary'
  | 'removeBatchFiles'
  | 'buildArchives'
  | 'cleanUp';

export const ItemTaskSchema = z.object({ batchId: z.string(), index: z.number().int() });
export type ItemTask = z.infer<typeof ItemTaskSchema>;

export const RemovalTaskSchema = z.object({ batchId: z.string() });
export type RemovalTask = z.infer<typeof RemovalTaskSchema>;

export const ArchiveTaskSchema = z.object({
  batchId: z.string(),
  digest: z.string(),
  naming: z.string().nullable(),
});
export type ArchiveTask = z.infer<typeof ArchiveTaskSchema>;

export const CleanupTaskSchema = z.object({ runId: z.string() });
export type CleanupTask = z.infer<typeof CleanupTaskSchema>;

type Task = ItemTask | RemovalTask | ArchiveTask | CleanupTask;

/** Of a queue whose items wait for a provider, or for another service. */
export const ITEM_RATES = { maxConcurrentDispatches: 10, maxDispatchesPerSecond: 20 };

/**
 * Every option is set: the defaults are made for cheap work. Retries here are deliveries, not attempts: a delivery that
 * finds its item resting or leased asks for another, and only the item's record counts what was paid for.
 */
export const ITEM_QUEUE: TaskQueueOptions = {
  region: REGION,
  memory: '1GiB',
  concurrency: 10,
  maxInstances: 10,
  timeoutSeconds: 300,
  secrets: [providerKeys],
  rateLimits: ITEM_RATES,
  retryConfig: {
    maxAttempts: 100,
    maxRetrySeconds: 3600,
    minBackoffSeconds: 1,
    maxBackoffSeconds: 30,
    maxDoublings: 4,
  },
};

/** For the model of our own: it takes the processors of a whole instance, and minutes for a large picture. */
export const MODEL_QUEUE: TaskQueueOptions = {
  ...ITEM_QUEUE,
  memory: '2GiB',
  cpu: 2,
  concurrency: 1,
  maxInstances: 4,
  timeoutSeconds: 1800,
  rateLimits: { maxConcurrentDispatches: 4, maxDispatchesPerSecond: 10 },
};

/** For work that is free, and may be done over. */
export const HOUSEKEEPING_QUEUE: TaskQueueOptions = {
  ...ITEM_QUEUE,
  memory: '512MiB',
  concurrency: 4,
  maxInstances: 2,
  rateLimits: { maxConcurrentDispatches: 4, maxDispatchesPerSecond: 5 },
};

/** One task at a time, at a rate that keeps the cleanup below its calls per minute. See functions/src/cleanup/step.ts. */
export const CLEANUP_QUEUE: TaskQueueOptions = {
  ...HOUSEKEEPING_QUEUE,
  concurrency: 1,
  maxInstances: 1,
  rateLimits: { maxConcurrentDispatches: 1, maxDispatchesPerSecond: 1.8 },
};

/** Asks for another delivery. */
export class DeliverAgain extends Error {
  override name = 'DeliverAgain';
}

export interface Enqueued {
  id: string;
  data: Task;
}

/** A task's id dedupes: one that is queued, or was within the hour, is not queued again. */
export function makeQueues(app: App) {
  return {
    async enqueue(queue: QueueName, tasks: readonly Enqueued[]): Promise<void> {
      const target = getFunctions(app).taskQueue<Task>(`locations/${REGION}/functions/${queue}`);
      const dispatchDeadlineSeconds = findDeadline(queue);
      for (let start = 0; start < tasks.length; start += ENQUEUE_AT_ONCE) {
        await Promise.all(
          tasks.slice(start, start + ENQUEUE_AT_ONCE).map(async ({ id, data }) => {
            try {
              await target.enqueue(data, { id, dispatchDeadlineSeconds });
            } catch (error) {
              if (!isAlreadyQueued(error)) throw error;
            }
          }),
        );
      }
    },
  };
}

/** Cloud Tasks wait half an hour at most. */
function findDeadline(queue: QueueName): number {
  if (queue === 'upscaleOnDevice') return 1800;
  const { callTimeoutMs, storeTimeoutMs } = readEngineSettings();
  return Math.ceil((callTimeoutMs + storeTimeoutMs) / 1000) + 30;
}

const isAlreadyQueued = (error: unknown) =>
  error instanceof Error && 'code' in error && String(error.code).endsWith('task-already-exists');
