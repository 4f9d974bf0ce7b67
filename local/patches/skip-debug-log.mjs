// The CLI writes megabytes of debug lines a minute under load, which takes a tenth of its CPU time. Its other messages and those of
// the functions are in emulators.log, and firebase-debug.log would repeat them. `npm run emulators` has that file, with the debug lines.
// https://github.com/firebase/firebase-tools/blob/v15.34.2/src/logger.ts
// https://github.com/firebase/firebase-tools/blob/v15.34.2/src/emulator/workQueue.ts
import assert from 'node:assert/strict';
import { applyPatch } from './apply-patch.mjs';

applyPatch(import.meta.filename, (load) => {
  const logging = load('logger');
  const { logger } = logging;
  const { WorkQueue } = load('emulator/workQueue');
  assert(
    logger.debug &&
      WorkQueue.prototype.logState &&
      logging.useFileLogger.toString().includes('level: "debug"'),
    'debug lines are written in another way',
  );
  logger.debug = () => logger;
  WorkQueue.prototype.logState = () => undefined;
  logging.useFileLogger = () => '';
});
