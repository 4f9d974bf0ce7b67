import { initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { getFirestore } from 'firebase-admin/firestore';
import { getStorage, type Storage } from 'firebase-admin/storage';
import { makeQueues } from './batches/queues.ts';
import { readCloudinarySettings } from './config.ts';
import { makeAccessCache } from './identity/access-cache.ts';
import { makeMediaService } from './media/media-service.ts';

type Bucket = ReturnType<Storage['bucket']>;

/** Builds every client once. */
export function makeDeps() {
  const app = initializeApp();
  const firestore = getFirestore(app);
  return {
    auth: getAuth(app),
    firestore,
    accessCache: makeAccessCache(firestore),
    bucket: (): Bucket => getStorage(app).bucket(),
    queues: makeQueues(app),
    media: makeMediaService(readCloudinarySettings),
  };
}

export type Deps = ReturnType<typeof makeDeps>;
