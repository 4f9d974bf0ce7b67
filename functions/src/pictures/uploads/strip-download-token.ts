import type { StorageObjectData } from 'firebase-functions/storage';
import type { FileStorage } from '../../platform/files/file-storage.ts';
import { ignoreNotFound } from './upload-store.ts';

const TOKEN = 'firebaseStorageDownloadTokens';

/**
 * Browser uploads get a download token: anyone with its URL can open the file, whatever storage.rules say. The token is an
 * entry of the object's metadata, and deleting the entry revokes it.
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
