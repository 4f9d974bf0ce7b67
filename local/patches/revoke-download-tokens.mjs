// In Cloud Storage a download token is an entry of the object's custom metadata (`firebaseStorageDownloadTokens`), and
// setting that entry to null revokes it. The Storage emulator keeps tokens elsewhere and ignores the null.
// https://github.com/firebase/firebase-tools/blob/v15.34.2/src/emulator/storage/metadata.ts
import assert from 'node:assert/strict';
import { applyPatch } from './apply-patch.mjs';

applyPatch(import.meta.filename, (load) => {
  const { StoredFileMetadata } = load('emulator/storage/metadata');
  const { update } = StoredFileMetadata.prototype;
  assert(
    update.toString().includes('setDownloadTokensFromCustomMetadata') &&
      !update.toString().includes('downloadTokens ='),
    'metadata updates treat tokens in another way',
  );
  StoredFileMetadata.prototype.update = function updateAndRevoke(incoming, ...rest) {
    if (incoming.metadata?.firebaseStorageDownloadTokens === null) this.downloadTokens = [];
    return update.call(this, incoming, ...rest);
  };
});
