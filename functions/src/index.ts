import { getRequestListener } from '@hono/node-server';
import { Timestamp } from 'firebase-admin/firestore';
import { logger } from 'firebase-functions';
import { onRequest } from 'firebase-functions/https';
import { onSchedule } from 'firebase-functions/scheduler';
import { removeExpired } from './cleanup/remove-expired.ts';
import { makeDeps } from './deps.ts';
import { makeApp } from './http/app.ts';

const region = 'us-central1';
const deps = makeDeps();
const listen = getRequestListener(makeApp(deps).fetch);

export const api = onRequest({ region, memory: '512MiB', concurrency: 80 }, (request, response) =>
  listen(request, response),
);

export const cleanup = onSchedule(
  { region, schedule: '0 2 * * *', timeZone: 'Etc/UTC', retryCount: 3, timeoutSeconds: 1800 },
  async ({ scheduleTime }) => {
    const removed = await removeExpired(deps.firestore, Timestamp.fromDate(new Date(scheduleTime)));
    logger.info('Cleanup finished.', { removed });
  },
);
