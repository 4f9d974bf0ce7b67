import { getRequestListener } from '@hono/node-server';
import * as logger from 'firebase-functions/logger';
import { onRequest } from 'firebase-functions/https';
import { onSchedule } from 'firebase-functions/scheduler';
import { onObjectFinalized } from 'firebase-functions/storage';
import { onTaskDispatched } from 'firebase-functions/tasks';
import { buildArchive } from './batches/archive/build-archive.ts';
import { processItem } from './batches/engine/process-item.ts';
import { SIZES } from './function-sizes.ts';
import {
  ArchiveTaskSchema,
  CleanupTaskSchema,
  ItemTaskSchema,
  makeTaskOptions,
  PORTAL_QUEUES,
  RemovalTaskSchema,
} from './platform/queues.ts';
import { serviceAccountOf } from './platform/service-accounts.ts';
import { removeBatch } from './batches/engine/remove-batch.ts';
import { sweep } from './batches/engine/sweep.ts';
import { cleanPages } from './cleanup/clean-pages.ts';
import { resumeCleanup, runNightly } from './cleanup/run-cleanup.ts';
import { assertDeployable, providerKeys, readApiMinInstances, readRegion } from './config.ts';
import { makeDeps } from './deps.ts';
import { answerEarlyFailures } from './http/answer-early-failures.ts';
import { makeApp, makeRefusal } from './app.ts';
import { findTool, TOOLS } from './tools.ts';
import { stripDownloadToken } from './uploads/strip-download-token.ts';

assertDeployable();
const deps = makeDeps();
const listen = getRequestListener(makeApp(deps).fetch);
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
    secrets: [providerKeys],
  },
  (request, response) => listen(request, response),
);

/** A function per queue of each tool. build.mjs exports each of them under its queue's name. */
export const itemFunctions = Object.fromEntries(
  TOOLS.flatMap(({ tool }) => tool.queues).map((queue) => [
    queue.name,
    onTaskDispatched(makeTaskOptions(queue), ({ data }) =>
      processItem(deps, findTool, ItemTaskSchema.parse(data)),
    ),
  ]),
);

export const stripDownloadTokens = onObjectFinalized(
  { ...MAINTENANCE, ...SIZES.uploads, timeoutSeconds: 60, retry: true },
  ({ data }) => stripDownloadToken(deps, data),
);

export const removeBatchFiles = onTaskDispatched(
  makeTaskOptions(PORTAL_QUEUES.removeBatchFiles),
  ({ data }) => removeBatch(deps, RemovalTaskSchema.parse(data)),
);

export const buildArchives = onTaskDispatched(makeTaskOptions(PORTAL_QUEUES.buildArchives), ({ data }) =>
  buildArchive(deps, ArchiveTaskSchema.parse(data), findTool),
);

export const cleanupPages = onTaskDispatched(makeTaskOptions(PORTAL_QUEUES.cleanupPages), ({ data }) =>
  cleanPages(deps, CleanupTaskSchema.parse(data).runId),
);

export const sweepBatches = onSchedule(
  {
    ...MAINTENANCE,
    ...SIZES.sweep,
    schedule: '* * * * *',
    timeZone: 'Etc/UTC',
    retryCount: 0,
    timeoutSeconds: 300,
  },
  async () => {
    const [swept, isResumed] = await Promise.all([sweep(deps, findTool), resumeCleanup(deps)]);
    if (swept.enqueued > 0) logger.warn('Enqueued lost items again.', swept);
    if (isResumed) logger.info('Resumed a cleanup.');
  },
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
  ({ scheduleTime }) => runNightly(deps, new Date(scheduleTime)),
);
