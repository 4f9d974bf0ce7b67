// Preloaded into the Firebase CLI. Its Auth emulator compiles some 1,500 validators before it listens, six seconds of work
// here; exegesis, which does it, has an option to compile each at its first use. The CLI offers no way to set it.
import { createRequire } from 'node:module';

const requireFromFirebaseTools = createRequire(createRequire(import.meta.url).resolve('firebase-tools'));
const exegesis = requireFromFirebaseTools('exegesis-express');
const { middleware } = exegesis;
exegesis.middleware = (document, options) =>
  middleware(document, { ...options, lazyCompileValidationSchemas: true });
