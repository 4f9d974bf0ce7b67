// At each start the CLI runs `npm show firebase-functions`, and waits, to recommend an update. Offline npm finds none: it takes half a
// second of CPU time for nothing.
// https://github.com/firebase/firebase-tools/blob/v15.34.2/src/deploy/functions/runtimes/node/versioning.ts
import assert from 'node:assert/strict';
import { applyPatch } from './apply-patch.mjs';

applyPatch(import.meta.filename, (load) => {
  const versioning = load('deploy/functions/runtimes/node/versioning');
  assert(
    versioning.checkFunctionsSDKVersion.toString().includes('exports.getLatestSDKVersion()'),
    'the latest version is looked up in another way',
  );
  versioning.getLatestSDKVersion = () => undefined;
});
