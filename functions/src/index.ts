import { getRequestListener } from '@hono/node-server';
import * as logger from 'firebase-functions/logger';
import { onRequest } from 'firebase-functions/https';
import { onSchedule } from 'firebase-functions/scheduler';
import { onObjectFinalized } from 'firebase-functions/storage';
import { onTaskDispatched } from 'firebase-functions/tasks';
import { buildArchive } from './batches/archive/build-archive.ts';
import { processItem } from './batches/engine/process-item.ts';
import {
  ArchiveTaskSchema,
  CLEANUP_QUEUE,
  CleanupTaskSchema,
  HOUSEKEEPING_QUEUE,
  ItemTaskSchema,
  RemovalTaskSchema,
} from './platform/queues.ts';
import { removeBatch } from './batches/engine/remove-batch.ts';
import { sweep } from './batches/engine/sweep.ts';
import { cleanPages } from './cleanup/clean-pages.ts';
import { resumeCleanup, runNightly } from './cleanup/run-cleanup.ts';
import { providerKeys, REGION } from './config.ts';
import { makeDeps } from './deps.ts';
import { answerEarlyFailures } from './http/answer-early-failures.ts';
import { makeApp, makeRefusal } from './app.ts';
import { handleTask } from './self-check/handle-task.ts';
import { findTool, TOOLS } from './tools.ts';
import { stripDownloadToken } from './uploads/strip-download-token.ts';

const deps = makeDeps();
const listen = getRequestListener(makeApp(deps).fetch);
answerEarlyFailures((failure, request, response) =>
  getRequestListener(makeRefusal(failure).fetch)(request, response),
);

export const api = onRequest(
  { region: REGION, memory: '1GiB', concurrency: 40, secrets: [providerKeys] },
  (request, response) => listen(request, response),
);

/** A function per queue of each tool. build.mjs exports each of them under its queue's name. */
export const itemFunctions = Object.fromEntries(
  TOOLS.flatMap(({ tool }) => tool.queues).map(({ name, options }) => [
    name,
    onTaskDispatched(
      options,
      handleTask(deps, name, ItemTaskSchema, (task) => processItem(deps, findTool, task)),
    ),
  ]),
);

export const stripDownloadTokens = onObjectFinalized({ region: REGION, retry: true }, ({ data }) =>
  stripDownloadToken(deps, data),
);

export const removeBatchFiles = onTaskDispatched(
  HOUSEKEEPING_QUEUE,
  handleTask(deps, 'removeBatchFiles', RemovalTaskSchema, (task) => removeBatch(deps, task)),
);

export const buildArchives = onTaskDispatched(
  HOUSEKEEPING_QUEUE,
  handleTask(deps, 'buildArchives', ArchiveTaskSchema, (task) => buildArchive(deps, task, findTool)),
);

export const cleanupPages = onTaskDispatched(
  CLEANUP_QUEUE,
  handleTask(deps, 'cleanupPages', CleanupTaskSchema, ({ runId }) => cleanPages(deps, runId)),
);

export const sweepBatches = onSchedule(
  { region: REGION, schedule: '* * * * *', timeZone: 'Etc/UTC', retryCount: 0, timeoutSeconds: 300 },
  async () => {
    const [swept, isResumed] = await Promise.all([sweep(deps, findTool), resumeCleanup(deps)]);
    if (swept.enqueued > 0) logger.warn('Enqueued lost items again.', swept);
    if (isResumed) logger.info('Resumed a cleanup.');
  },
);

export const cleanup = onSchedule(
  {
    region: REGION,
    schedule: '0 2 * * *',
    timeZone: 'Etc/UTC',
    retryCount: 3,
    memory: '512MiB',
    timeoutSeconds: 1800,
    secrets: [providerKeys],
  },
  ({ scheduleTime }) => runNightly(deps, new Date(scheduleTime)),
);
