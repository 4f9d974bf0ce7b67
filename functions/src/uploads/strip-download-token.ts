import type { StorageObjectData } from 'firebase-functions/storage';
import type { FileStorage } from '../platform/file-storage.ts';
import { ignoreNotFound } from './upload-store.ts';

const TOKEN = 'firebaseStorageDownloadTokens';

/**
 * What a browser uploads gets a download token: a URL with it opens the file past storage.rules, for whoever knows it.
 * The token is an entry of the object's metadata and ends with it.
 */
export async function stripDownloadToken(
  { bucket }: FileStorage,
  { name, metadata }: Pick<StorageObjectData, 'name' | 'metadata'>,
): Promise<void> {
  if (metadata?.[TOKEN] === undefined) return;
  await ignoreNotFound(
    bucket()
      .file(name)
      .setMetadata({ metadata: { [TOKEN]: null } }),
  );
}
