/** Cloud Tasks queues. Each has a task function of the same name, see functions/src/index.ts. */
import type { Provider } from '@portal/contracts/generation-request';
import type { App } from 'firebase-admin/app';
import { getFunctions } from 'firebase-admin/functions';
import type { TaskQueueOptions } from 'firebase-functions/tasks';
import { z } from 'zod';
import { readRegion } from '../config/config.ts';
import { deliveryAccounts, providerKeys } from '../config/secrets.ts';
import { SIZES, type SizeName } from '../config/function-sizes.ts';
import { listServiceAccounts, serviceAccountOf, type FunctionGroup } from '../config/service-accounts.ts';
import { findTaskTimes, type WorkKind } from './task-times.ts';

const ENQUEUE_AT_ONCE = 25;

export interface Queue {
  /** Name of the queue and of the function that handles its tasks. */
  readonly name: string;
  /** Shown to admins. */
  readonly label: string;
  /** The provider that its tasks call. */
  readonly provider?: Provider;
  readonly work: WorkKind;
  readonly size: SizeName;
  readonly group: FunctionGroup;
  readonly maxDispatchesPerSecond: number;
}

/** A queue of a tool: its work is one attempt at an item. */
export interface ItemQueue extends Queue {
  readonly work: 'call' | 'upscale';
}

export const ItemTaskSchema = z.object({
  batchId: z.string(),
  index: z.number().int(),
  /** How many earlier tasks of the item had to wait. */
  waits: z.number().int().min(0).default(0),
});
export type ItemTask = z.infer<typeof ItemTaskSchema>;

/** Work on provider batches, in the queue of their tool. */
export const HalfPriceTaskSchema = z.discriminatedUnion('step', [
  /** Sends the queued items of a batch to the provider. */
  z.object({ step: z.literal('submit'), batchId: z.string() }),
  /** Asks how far it is, and stores what is ready. */
  z.object({ step: z.literal('follow'), providerBatchId: z.string() }),
]);
export type HalfPriceTask = z.infer<typeof HalfPriceTaskSchema>;

export const RemovalTaskSchema = z.object({
  batchId: z.string(),
  /** Deleted items of a batch that remains. Default: all of them. */
  indexes: z.array(z.number()).optional(),
});
export type RemovalTask = z.infer<typeof RemovalTaskSchema>;

export const ArchiveTaskSchema = z.object({
  /** Of a batch or a selection. */
  batchId: z.string(),
  digest: z.string(),
  naming: z.string().nullable(),
});
export type ArchiveTask = z.infer<typeof ArchiveTaskSchema>;

export const DeliveryTaskSchema = z.object({ deliveryId: z.string(), index: z.number().int() });
export type DeliveryTask = z.infer<typeof DeliveryTaskSchema>;

export const StartTaskSchema = z.object({ pipelineId: z.string() });
type StartTask = z.infer<typeof StartTaskSchema>;

export const CleanupTaskSchema = z.object({ runId: z.string() });
export type CleanupTask = z.infer<typeof CleanupTaskSchema>;

/** Proves that a queue delivers. The id is that of the operator's ticket. */
export const CheckTaskSchema = z.object({ selfCheck: z.uuid() });
type CheckTask = z.infer<typeof CheckTaskSchema>;

type Task =
  | ItemTask
  | HalfPriceTask
  | RemovalTask
  | ArchiveTask
  | DeliveryTask
  | StartTask
  | CleanupTask
  | CheckTask;

const ITEM_QUEUE = { work: 'call', size: 'item', group: 'workers', maxDispatchesPerSecond: 20 } as const;

/** For work that waits for a provider or another service. */
export const makeItemQueue = (name: string, label: string, provider?: Provider): ItemQueue => ({
  ...ITEM_QUEUE,
  name,
  label,
  ...(provider && { provider }),
});

/** For the tools' own models, which take minutes for a large picture. */
export const makeModelQueue = (name: string, label: string): ItemQueue => ({
  ...makeItemQueue(name, label),
  work: 'upscale',
  size: 'model',
});

/** Queues for work that no tool does itself. It is free and can be repeated. */
export const PORTAL_QUEUES = {
  removeBatchFiles: {
    name: 'removeBatchFiles',
    label: 'Removal of files',
    work: 'removal',
    size: 'removal',
    group: 'maintenance',
    maxDispatchesPerSecond: 5,
  },
  buildArchives: {
    name: 'buildArchives',
    label: 'ZIP archives',
    work: 'archive',
    size: 'archives',
    group: 'maintenance',
    maxDispatchesPerSecond: 5,
  },
  deliverFiles: {
    name: 'deliverFiles',
    label: 'Deliveries to agencies',
    work: 'delivery',
    size: 'deliveries',
    group: 'workers',
    maxDispatchesPerSecond: 5,
  },
  startPipelines: {
    name: 'startPipelines',
    label: 'Scheduled jobs',
    work: 'start',
    size: 'starts',
    group: 'workers',
    maxDispatchesPerSecond: 5,
  },
  cleanupPages: {
    name: 'cleanupPages',
    label: 'Storage cleanup',
    work: 'cleanup',
    size: 'cleanupPages',
    group: 'maintenance',
    /** Keeps the cleanup below its calls per minute. See functions/src/operations/cleanup/step.ts. */
    maxDispatchesPerSecond: 1.8,
  },
} as const satisfies Record<string, Queue>;
export type PortalQueueName = keyof typeof PORTAL_QUEUES;

/** No more tasks than the instances accept: Cloud Run would refuse the others, and Cloud Tasks slow the queue down. */
export const findRateLimits = ({ size, maxDispatchesPerSecond }: Queue) => ({
  maxConcurrentDispatches: SIZES[size].concurrency * SIZES[size].maxInstances,
  maxDispatchesPerSecond,
});

/**
 * Every option is set: the defaults suit cheap work. Retries here are for faults, such as a lost worker. An item that waits
 * enqueues a task of its own, and only the item's record counts attempts.
 */
export const makeTaskOptions = (queue: Queue): TaskQueueOptions => ({
  ...SIZES[queue.size],
  region: readRegion(),
  serviceAccount: serviceAccountOf(queue.group),
  invoker: listServiceAccounts(),
  secrets: queue.work === 'delivery' ? [providerKeys, deliveryAccounts] : [providerKeys],
  timeoutSeconds: findTaskTimes(queue.work).timeoutSeconds,
  rateLimits: findRateLimits(queue),
  retryConfig: {
    maxAttempts: 100,
    maxRetrySeconds: 3600,
    minBackoffSeconds: 1,
    maxBackoffSeconds: 30,
    maxDoublings: 4,
  },
});

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
      const { name, work }: Queue = typeof queue === 'string' ? PORTAL_QUEUES[queue] : queue;
      const { dispatchDeadlineSeconds } = findTaskTimes(work);
      // Delivered to https://REGION-PROJECT.cloudfunctions.net/NAME, which a 2nd gen function accepts as the audience of an OIDC token:
      // https://github.com/firebase/firebase-tools/pull/7887. If it were refused, pass `uri`.
      const target = getFunctions(app).taskQueue<Task>(`locations/${readRegion()}/functions/${name}`);
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

const isKnownTask = (error: unknown) =>
  error instanceof Error && 'code' in error && String(error.code).endsWith('task-already-exists');
