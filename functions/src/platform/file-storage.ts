import { EventEmitter } from 'node:events';
// firebase-admin opens the bucket and returns this package's client, in its CommonJS form.
import type { Bucket, Storage } from '@google-cloud/storage' with {
  'resolution-mode': 'require',
};
import type { App } from 'firebase-admin/app';
import { getStorage } from 'firebase-admin/storage';

export type { Bucket };

/** Cloud Storage: uploaded pictures, ZIPs, and images that the media service does not take. */
export interface FileStorage {
  bucket: () => Bucket;
}

/**
 * Tries every call up to three times. By default, the SDK repeats no save or delete without a precondition. It notes that for
 * the whole bucket (`autoRetry`), and a `File` that is opened meanwhile restores it for good: after that, even lists are not
 * repeated (`instanceRetryValue` in `@google-cloud/storage/src/file.ts`). Here repeating is safe: each path gets the same bytes.
 */
const RETRY_OPTIONS = {
  // `IdempotencyStrategy.RetryAlways`. Not imported, so that functions without files load no client.
  idempotencyStrategy: 0,
  maxRetries: 2,
} satisfies Partial<Record<keyof Storage['retryOptions'], number>>;

/**
 * Each read adds 11 listeners to one stream. Node's default is ten, and two warnings would be logged for each
 * (https://github.com/googleapis/google-cloud-node/issues/9185).
 */
const MAX_LISTENERS = 15;

/** Default: the app's bucket. */
export function openBucket(app: App, name?: string): Bucket {
  EventEmitter.defaultMaxListeners = MAX_LISTENERS;
  const bucket = getStorage(app).bucket(name);
  Object.assign(bucket.storage.retryOptions, RETRY_OPTIONS);
  return bucket;
}
