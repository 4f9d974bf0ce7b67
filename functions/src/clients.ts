import { initializeApp } from 'firebase-admin/app';
import { getAppCheck, type AppCheck } from 'firebase-admin/app-check';
import { getAuth } from 'firebase-admin/auth';
import { getFirestore } from 'firebase-admin/firestore';
import { openBucket } from './platform/files/file-storage.ts';
import { once } from './platform/once.ts';
import { makeQueueMeter } from './platform/queues/queue-meter.ts';
import { makeQueues } from './platform/queues/queues.ts';
import { readCloudinarySettings, readCloudTasksSettings } from './platform/config/config.ts';
import { makeAccessCache } from './identity/access-cache.ts';
import { makeMediaAdmin } from './pictures/media/media-admin.ts';
import { makeMediaLimits } from './pictures/media/media-limits.ts';
import { makeMediaService } from './pictures/media/media-service.ts';

/** Builds every client once. */
export function makeClients() {
  const app = initializeApp();
  const firestore = getFirestore(app);
  const mediaAdmin = makeMediaAdmin(readCloudinarySettings);
  return {
    auth: getAuth(app),
    appCheck: (): AppCheck => getAppCheck(app),
    firestore,
    accessCache: makeAccessCache(firestore),
    bucket: once(() => openBucket(app)),
    queues: makeQueues(app),
    measureQueues: makeQueueMeter(readCloudTasksSettings),
    media: makeMediaService(readCloudinarySettings),
    mediaAdmin,
    findMediaExcess: makeMediaLimits(mediaAdmin),
  };
}

/** What tools and everything below them work with: functions that look up tools take `Deps`. */
export type Clients = ReturnType<typeof makeClients>;
