// The Functions emulator waits a second after the last change of a file, then finds out what functions there are, and only
// then stops the processes that run the old code. Here it stops them at once, so that the next request gets the new code.
// https://github.com/firebase/firebase-tools/blob/v15.34.2/src/emulator/functionsEmulator.ts
import assert from 'node:assert/strict';
import { applyPatch } from './apply-patch.mjs';

const QUIET_MS = 50;

applyPatch(import.meta.filename, (load) => {
  const utils = load('utils');
  const { FunctionsEmulator } = load('emulator/functionsEmulator');
  const { connect, loadTriggers } = FunctionsEmulator.prototype;
  assert(
    connect.toString().includes('utils_1.debounce)(() => this.loadTriggers(backend), 1000)') &&
      loadTriggers.toString().includes('.refresh()'),
    'functions are reloaded in another way',
  );

  const { debounce } = utils;
  utils.debounce = (callback) => debounce(callback, QUIET_MS);

  FunctionsEmulator.prototype.loadTriggers = async function refreshFirst(backend, ...rest) {
    const pool = this.workerPools[backend.codebase];
    // Not `pool.refresh()`: that does nothing while an earlier save is being loaded.
    Object.getPrototypeOf(pool).refresh.call(pool);
    // A second refresh would stop the processes that have just loaded the new code.
    pool.refresh = () => undefined;
    try {
      await loadTriggers.call(this, backend, ...rest);
    } finally {
      delete pool.refresh;
    }
  };
});
