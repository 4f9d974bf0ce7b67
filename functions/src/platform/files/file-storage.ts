import { EventEmitter } from 'node:events';
// firebase-admin opens the bucket and returns this package's client, in its CommonJS form.
import type { Bucket, Storage } from '@google-cloud/storage' with { 'resolution-mode': 'require' };
import type { App } from 'firebase-admin/app';
import { getStorage } from 'firebase-admin/storage';

export type { Bucket };

/** Cloud Storage: uploaded pictures, ZIPs, and images that the media service does not take. */
export interface FileStorage {
  bucket: () => Bucket;
}

/**
 * Of the whole process. Each read adds 11 listeners to a stream inside the SDK, and at more than ten, the default, Node logs two
 * warnings for each read: https://github.com/googleapis/google-cloud-node/issues/9185
 */
const MAX_LISTENERS = 12;
EventEmitter.defaultMaxListeners = MAX_LISTENERS;

/**
 * Retries also saves and deletes, up to twice. By default, the SDK retries none without a precondition. It notes that in the client
 * during such a call (`autoRetry`), and a `File` that is opened meanwhile later restores what it found: from then on, not even
 * lists are retried (`instanceRetryValue` in `@google-cloud/storage/src/file.ts`). Retries are safe here: a path always gets the same
 * bytes, and a file that is already gone counts as deleted.
 */
const RETRY_OPTIONS = {
  // `IdempotencyStrategy.RetryAlways`. Not imported, so that functions without files load no client.
  idempotencyStrategy: 0,
  maxRetries: 2,
} satisfies Partial<Record<keyof Storage['retryOptions'], number>>;

/** Errors that the SDK does not retry by default: of the connection, and a save that arrived damaged. */
const TEMPORARY = new Set(['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'FILE_NO_UPLOAD']);

/** Default: the app's bucket. Call it once for an app. */
export function openBucket(app: App, name?: string): Bucket {
  const bucket = getStorage(app).bucket(name);
  const { retryOptions } = bucket.storage;
  const { retryableErrorFn: isRetried } = retryOptions;
  Object.assign(retryOptions, RETRY_OPTIONS);
  retryOptions.retryableErrorFn = (error) => TEMPORARY.has(String(error.code)) || isRetried?.(error) === true;
  return bucket;
}
