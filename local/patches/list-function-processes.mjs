// The Functions emulator does not say which processes it has started. `GET /backends` lists them here, for tests that end or measure one.
// https://github.com/firebase/firebase-tools/blob/v15.34.2/src/emulator/functionsEmulator.ts
// https://github.com/firebase/firebase-tools/blob/v15.34.2/src/emulator/functionsRuntimeWorker.ts
import assert from 'node:assert/strict';
import { applyPatch } from './apply-patch.mjs';

applyPatch(import.meta.filename, (load) => {
  const { FunctionsEmulator } = load('emulator/functionsEmulator');
  const { RuntimeWorkerPool, RuntimeWorkerState } = load('emulator/functionsRuntimeWorker');
  const { createHubServer, getBackendInfo } = FunctionsEmulator.prototype;
  assert(
    createHubServer.toString().includes('res.json({ backends: this.getBackendInfo() })') &&
      RuntimeWorkerPool.prototype.addWorker.toString().includes('new RuntimeWorker(trigger?.id, runtime,'),
    'processes are kept, or backends are listed, in another way',
  );

  FunctionsEmulator.prototype.getBackendInfo = function getBackendsWithProcesses() {
    const names = new Map(Object.values(this.triggers).map(({ def }) => [def.id, def.entryPoint]));
    const processes = Object.values(this.workerPools)
      .flatMap((pool) => [...pool.workers.values()].flat())
      .filter(({ state }) => state !== RuntimeWorkerState.FINISHED)
      .map(({ triggerKey, runtime }) => ({
        name: names.get(triggerKey),
        pid: runtime.process.pid,
        socket: runtime.conn.socketPath,
      }));
    return getBackendInfo.call(this).map((backend) => ({ ...backend, processes }));
  };
});
