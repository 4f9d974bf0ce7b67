// The Auth emulator compiles about 1,500 request validators before it listens, which takes six seconds here. exegesis can
// compile each one on first use, but the CLI has no option for it.
// https://github.com/exegesis-js/exegesis/issues/496
// https://github.com/firebase/firebase-tools/blob/v15.34.2/src/emulator/auth/server.ts
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { applyPatch } from './apply-patch.mjs';

applyPatch(import.meta.filename, (load) => {
  const requireFromFirebaseTools = createRequire(
    createRequire(import.meta.url).resolve('firebase-tools/lib/emulator/auth/server'),
  );
  const exegesisExpress = requireFromFirebaseTools('exegesis-express');
  const source = load('emulator/auth/server').createApp.toString();
  assert(source.includes('exegesisExpress.middleware('), 'createApp no longer uses exegesis-express');
  const { middleware } = exegesisExpress;
  exegesisExpress.middleware = (document, options) =>
    middleware(document, { ...options, lazyCompileValidationSchemas: true });
});
