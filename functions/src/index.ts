import { getRequestListener } from '@hono/node-server';
import { onRequest } from 'firebase-functions/https';
import { onSchedule } from 'firebase-functions/scheduler';
import { onObjectFinalized } from 'firebase-functions/storage';
import { onTaskDispatched } from 'firebase-functions/tasks';
import { z } from 'zod';
import { checkAlerts } from './operations/alerts/check-alerts.ts';
import { buildArchive } from './batches/archive/build-archive.ts';
import { saveRepeatedFailure } from './batches/engine/save-failed-work.ts';
import { processItem } from './batches/engine/process-item.ts';
import { listExport } from './studio/exports/list-export.ts';
import { SIZES } from './platform/config/function-sizes.ts';
import { catchAndLog } from './platform/logs/catch-and-log.ts';
import { logInfo, logWarning, redactErrors } from './platform/logs/log.ts';
import { once } from './platform/once.ts';
import {
  ArchiveTaskSchema,
  CleanupTaskSchema,
  DeliveryTaskSchema,
  HalfPriceTaskSchema,
  ItemTaskSchema,
  makeTaskOptions,
  PORTAL_QUEUES,
  RemovalTaskSchema,
  StartTaskSchema,
  type Queue,
} from './platform/queues/queues.ts';
import { serviceAccountOf } from './platform/config/service-accounts.ts';
import { removeBatch } from './batches/engine/remove-batch.ts';
import { sweep } from './batches/engine/sweep.ts';
import { processHalfPrice } from './batches/half-price/process-half-price.ts';
import { sweepProviderBatches } from './batches/half-price/sweep-provider-batches.ts';
import { cleanPages } from './operations/cleanup/clean-pages.ts';
import { resumeCleanup, runNightly } from './operations/cleanup/run-cleanup.ts';
import { assertDeployable, readApiMinInstances, readRegion } from './platform/config/config.ts';
import { deliveryAccounts, providerKeys } from './platform/config/secrets.ts';
import { deliverFile } from './studio/delivery/deliver-file.ts';
import { sweepDeliveries } from './studio/delivery/sweep-deliveries.ts';
import { makeDeps } from './batches/deps.ts';
import { answerEarlyFailures } from './http/answer-early-failures.ts';
import { makeApp, makeRefusal } from './app.ts';
import { handleTask } from './operations/self-check/handle-task.ts';
import { startScheduled } from './studio/pipelines/start-scheduled.ts';
import { sweepPipelines } from './studio/pipelines/sweep-pipelines.ts';
import { sweepSuggestions } from './studio/suggestions/suggestion-store.ts';
import { findTool, TOOLS } from './tools.ts';
import { stripDownloadToken } from './pictures/uploads/strip-download-token.ts';

assertDeployable();
/** On first use: opening Firestore loads its SDK. See docs/decisions/027. */
const deps = once(() => makeDeps(findTool));
const listener = once(() => getRequestListener(makeApp(deps()).fetch));
answerEarlyFailures((failure, request, response) =>
  getRequestListener(makeRefusal(failure).fetch)(request, response),
);

/** For functions that no person waits for. */
const MAINTENANCE = { region: readRegion(), serviceAccount: serviceAccountOf('maintenance') };

export const api = onRequest(
  {
    ...SIZES.api,
    region: readRegion(),
    serviceAccount: serviceAccountOf('api'),
    minInstances: readApiMinInstances(),
    timeoutSeconds: 60,
    secrets: [providerKeys, deliveryAccounts],
  },
  (request, response) => listener()(request, response),
);

/** Declares the function of a queue. It answers the tasks of `npm run cloud:check`. */
function onTask<Schema extends z.ZodType>(
  queue: Queue,
  schema: Schema,
  work: (task: z.output<Schema>, retryCount: number) => Promise<unknown>,
) {
  return onTaskDispatched(makeTaskOptions(queue), (request) =>
    redactErrors(() => handleTask(deps(), queue.name, schema, work)(request)),
  );
}

/** A function per queue of each tool. build.mjs exports each of them under its queue's name. */
export const itemFunctions = Object.fromEntries(
  TOOLS.flatMap(({ tool }) => tool.queues).map((queue) => [
    queue.name,
    onTask(queue, z.union([HalfPriceTaskSchema, ItemTaskSchema]), async (task, retryCount) => {
      if ('step' in task) return processHalfPrice(deps(), task);
      await saveRepeatedFailure(deps(), task.batchId, 'not-delivered', retryCount);
      return processItem(deps(), task);
    }),
  ]),
);

export const stripDownloadTokens = onObjectFinalized(
  { ...MAINTENANCE, ...SIZES.uploads, timeoutSeconds: 60, retry: true },
  ({ data }) => redactErrors(() => stripDownloadToken(deps(), data)),
);

export const removeBatchFiles = onTask(
  PORTAL_QUEUES.removeBatchFiles,
  RemovalTaskSchema,
  async (task, retryCount) => {
    await saveRepeatedFailure(deps(), task.batchId, 'not-deleted', retryCount);
    await removeBatch(deps(), task);
  },
);

export const buildArchives = onTask(
  PORTAL_QUEUES.buildArchives,
  ArchiveTaskSchema,
  async (task, retryCount) => {
    await saveRepeatedFailure(deps(), task.batchId, 'archive', retryCount);
    await buildArchive(deps(), task, listExport);
  },
);

export const deliverFiles = onTask(PORTAL_QUEUES.deliverFiles, DeliveryTaskSchema, (task) =>
  deliverFile(deps(), task),
);

export const startPipelines = onTask(PORTAL_QUEUES.startPipelines, StartTaskSchema, ({ pipelineId }) =>
  startScheduled(deps(), pipelineId),
);

export const cleanupPages = onTask(PORTAL_QUEUES.cleanupPages, CleanupTaskSchema, ({ runId }) =>
  cleanPages(deps(), runId),
);

export const sweepBatches = onSchedule(
  {
    ...MAINTENANCE,
    ...SIZES.sweep,
    schedule: '* * * * *',
    timeZone: 'Etc/UTC',
    retryCount: 0,
    timeoutSeconds: 300,
    secrets: [providerKeys],
  },
  () =>
    redactErrors(async () => {
      const [swept, isResumed] = await Promise.all([
        sweep(deps()),
        resumeCleanup(deps()),
        catchAndLog('The deliveries could not be swept.', {}, () => sweepDeliveries(deps())),
        catchAndLog('The provider batches could not be swept.', {}, () => sweepProviderBatches(deps())),
        catchAndLog('The scheduled jobs could not be swept.', {}, () => sweepPipelines(deps())),
        catchAndLog('The suggested prompts could not be swept.', {}, () =>
          sweepSuggestions(deps().firestore),
        ),
        catchAndLog('The alerts could not be checked.', {}, () => checkAlerts(deps())),
      ]);
      if (swept.enqueued > 0) logWarning('Enqueued lost items again.', undefined, swept);
      if (isResumed) logInfo('Resumed a cleanup.');
    }),
);

export const cleanup = onSchedule(
  {
    ...MAINTENANCE,
    ...SIZES.cleanup,
    schedule: '0 2 * * *',
    timeZone: 'Etc/UTC',
    retryCount: 3,
    timeoutSeconds: 1800,
    secrets: [providerKeys],
  },
  ({ scheduleTime }) => redactErrors(() => runNightly(deps(), new Date(scheduleTime))),
);
