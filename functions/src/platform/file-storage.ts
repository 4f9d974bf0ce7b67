// firebase-admin opens the bucket and returns this package's client, in its CommonJS form.
import type { Bucket } from '@google-cloud/storage' with { 'resolution-mode': 'require' };

export type { Bucket };

/** Cloud Storage: uploaded pictures, ZIPs, and images that the media service does not take. */
export interface FileStorage {
  bucket: () => Bucket;
}
