// Preloaded into the Firebase CLI. In Cloud Storage a download token is an entry of an object's custom metadata
// (`firebaseStorageDownloadTokens`) and ends when that entry is set to null. The Storage emulator keeps tokens apart and
// ignores the null: https://github.com/firebase/firebase-tools/blob/main/src/emulator/storage/metadata.ts
import { createRequire } from 'node:module';

const { StoredFileMetadata } = createRequire(import.meta.url)('firebase-tools/lib/emulator/storage/metadata');
const { update } = StoredFileMetadata.prototype;
StoredFileMetadata.prototype.update = function endTokens(incoming, ...rest) {
  if (incoming.metadata?.firebaseStorageDownloadTokens === null) this.downloadTokens = [];
  return update.call(this, incoming, ...rest);
};
