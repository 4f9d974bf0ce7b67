/** Cloud Tasks queues. Each has a task function of the same name, see functions/src/index.ts. */
import type { Provider } from '@portal/contracts/generation-request';
import type { App } from 'firebase-admin/app';
import { getFunctions } from 'firebase-admin/functions';
import type { TaskQueueOptions } from 'firebase-functions/tasks';
import { z } from 'zod';
import { providerKeys, readEngineSettings, REGION } from '../config.ts';

const ENQUEUE_AT_ONCE = 25;

export interface Queue {
  /** Name of the queue and of the function that handles its tasks. */
  readonly name: string;
  /** Shown to admins. */
  readonly label: string;
  /** The provider that its tasks call. */
  readonly provider?: Provider;
  readonly options: TaskQueueOptions;
  /** How long Cloud Tasks waits for a task, if not as long as for a provider's call. At most half an hour. */
  readonly dispatchDeadlineSeconds?: number;
}

export const ItemTaskSchema = z.object({
  batchId: z.string(),
  index: z.number().int(),
  /** How many earlier tasks of the item had to wait. */
  waits: z.number().int().min(0).default(0),
});
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

/** Proves that a queue delivers. The id is that of the operator's ticket. */
export const CheckTaskSchema = z.object({ selfCheck: z.uuid() });
type CheckTask = z.infer<typeof CheckTaskSchema>;

type Task = ItemTask | RemovalTask | ArchiveTask | CleanupTask | CheckTask;

/** For queues whose items wait for a provider or another service. */
export const ITEM_RATES = { maxConcurrentDispatches: 10, maxDispatchesPerSecond: 20 };

/**
 * Every option is set: the defaults suit cheap work. Retries here are for faults, such as a lost worker. An item that waits
 * enqueues a task of its own, and only the item's record counts attempts.
 */
const ITEM_QUEUE: TaskQueueOptions = {
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

export const makeItemQueue = (name: string, label: string, provider?: Provider): Queue => ({
  name,
  label,
  ...(provider && { provider }),
  options: ITEM_QUEUE,
});

/** For the portal's own model: it uses all processors of an instance, and minutes for a large picture. */
export const MODEL_QUEUE: TaskQueueOptions = {
  ...ITEM_QUEUE,
  memory: '2GiB',
  cpu: 2,
  concurrency: 1,
  maxInstances: 4,
  timeoutSeconds: 1800,
  rateLimits: { maxConcurrentDispatches: 4, maxDispatchesPerSecond: 10 },
};

/** For work that is free and can be repeated. */
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

/** Queues for work that no tool does itself. */
export const PORTAL_QUEUES = {
  removeBatchFiles: { name: 'removeBatchFiles', label: 'Removal of files', options: HOUSEKEEPING_QUEUE },
  buildArchives: { name: 'buildArchives', label: 'ZIP archives', options: HOUSEKEEPING_QUEUE },
  cleanupPages: { name: 'cleanupPages', label: 'Storage cleanup', options: CLEANUP_QUEUE },
} as const satisfies Record<string, Queue>;
export type PortalQueueName = keyof typeof PORTAL_QUEUES;

export interface Enqueued {
  /** Cloud Tasks ignores an id that it knows: one that is queued, or was within the last hour. */
  id: string;
  data: Task;
  /** When to deliver the task, if not at once. */
  at?: Date | undefined;
}

export function makeQueues(app: App) {
  return {
    async enqueue(queue: Queue | PortalQueueName, tasks: readonly Enqueued[]): Promise<void> {
      const { name, dispatchDeadlineSeconds = findDeadline() }: Queue =
        typeof queue === 'string' ? PORTAL_QUEUES[queue] : queue;
      const target = getFunctions(app).taskQueue<Task>(`locations/${REGION}/functions/${name}`);
      for (let start = 0; start < tasks.length; start += ENQUEUE_AT_ONCE) {
        await Promise.all(
          tasks.slice(start, start + ENQUEUE_AT_ONCE).map(async ({ id, data, at }) => {
            try {
              await target.enqueue(data, {
                id,
                dispatchDeadlineSeconds,
                ...(at && { scheduleTime: at }),
              });
            } catch (error) {
              if (!isKnownTask(error)) throw error;
            }
          }),
        );
      }
    },
  };
}

/** Enough for a provider's call and for storing its image. */
function findDeadline(): number {
  const { callTimeoutMs, storeTimeoutMs } = readEngineSettings();
  return Math.ceil((callTimeoutMs + storeTimeoutMs) / 1000) + 30;
}

const isKnownTask = (error: unknown) =>
  error instanceof Error && 'code' in error && String(error.code).endsWith('task-already-exists');
