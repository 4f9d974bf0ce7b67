import { getRequestListener } from '@hono/node-server';
import { Timestamp } from 'firebase-admin/firestore';
import * as logger from 'firebase-functions/logger';
import { onRequest } from 'firebase-functions/https';
import { onSchedule } from 'firebase-functions/scheduler';
import { onTaskDispatched } from 'firebase-functions/tasks';
import { buildArchive } from './archives/build-archive.ts';
import { processItem } from './batches/process-item.ts';
import {
  ArchiveTaskSchema,
  HOUSEKEEPING_QUEUE,
  ITEM_QUEUE,
  ItemTaskSchema,
  RemovalTaskSchema,
} from './batches/queues.ts';
import { removeBatch } from './batches/remove-batch.ts';
import { sweep } from './batches/sweep.ts';
import { removeExpired } from './cleanup/remove-expired.ts';
import { providerKeys, REGION } from './config.ts';
import { makeDeps } from './deps.ts';
import { makeApp } from './http/app.ts';
import { listArchiveContents } from './image-generator/describe-generation.ts';
import { generatorTool } from './image-generator/generator-tool.ts';

const deps = makeDeps();
const listen = getRequestListener(makeApp(deps).fetch);

export const api = onRequest(
  { region: REGION, memory: '512MiB', concurrency: 80, secrets: [providerKeys] },
  (request, response) => listen(request, response),
);

const makeItems = () =>
  onTaskDispatched(ITEM_QUEUE, ({ data }) => processItem(deps, generatorTool, ItemTaskSchema.parse(data)));

/** One queue per provider: a slow one holds up no other. */
export const makeWithOpenai = makeItems();
export const makeWithGoogle = makeItems();
export const makeWithStability = makeItems();
export const makeWithXai = makeItems();

export const removeBatchFiles = onTaskDispatched(HOUSEKEEPING_QUEUE, ({ data }) =>
  removeBatch(deps, RemovalTaskSchema.parse(data)),
);

export const buildArchives = onTaskDispatched(HOUSEKEEPING_QUEUE, ({ data }) =>
  buildArchive(deps, ArchiveTaskSchema.parse(data), (batch) => listArchiveContents(deps, batch)),
);

export const sweepBatches = onSchedule(
  { region: REGION, schedule: '* * * * *', timeZone: 'Etc/UTC', retryCount: 0, timeoutSeconds: 300 },
  async () => {
    const swept = await sweep(deps, () => generatorTool);
    if (swept.queued > 0) logger.warn('Work that had been lost is queued again.', swept);
  },
);

export const cleanup = onSchedule(
  {
    region: REGION,
    schedule: '0 2 * * *',
    timeZone: 'Etc/UTC',
    retryCount: 3,
    timeoutSeconds: 1800,
    secrets: [providerKeys],
  },
  async ({ scheduleTime }) => {
    const removed = await removeExpired(deps, Timestamp.fromDate(new Date(scheduleTime)));
    logger.info('Cleanup finished.', { removed });
  },
);
