// The Functions emulator starts one process for each concurrent request and keeps it: ten tasks at once grew to a hundred
// processes and 15 GB. In production one instance serves many requests, so here one process per function does too.
// https://github.com/firebase/firebase-tools/issues/5503
// https://github.com/firebase/firebase-tools/blob/v15.34.2/src/emulator/functionsRuntimeWorker.ts
import assert from 'node:assert/strict';
import { applyPatch } from './apply-patch.mjs';

/** The default `concurrency` of a 2nd gen function. */
const MAX_CONCURRENT_REQUESTS = 80;

applyPatch(import.meta.filename, (load) => {
  const { RuntimeWorker, RuntimeWorkerPool, RuntimeWorkerState } = load('emulator/functionsRuntimeWorker');
  const { FunctionsEmulator } = load('emulator/functionsEmulator');
  const { request } = RuntimeWorker.prototype;
  const { startRuntime } = FunctionsEmulator.prototype;
  assert(
    startRuntime &&
      request.toString().includes('return new Promise') &&
      RuntimeWorkerPool.prototype.getIdleWorker
        .toString()
        .includes('worker.state === RuntimeWorkerState.IDLE'),
    'workers are chosen or started in another way',
  );

  const requestsInFlight = new WeakMap();
  RuntimeWorker.prototype.request = async function countRequest(...parameters) {
    requestsInFlight.set(this, (requestsInFlight.get(this) ?? 0) + 1);
    try {
      return await request.apply(this, parameters);
    } finally {
      requestsInFlight.set(this, (requestsInFlight.get(this) ?? 1) - 1);
    }
  };

  RuntimeWorkerPool.prototype.getIdleWorker = function findWorkerWithCapacity(triggerId, runtime) {
    this.cleanUpWorkers();
    return this.getTriggerWorkers(triggerId, runtime).find(
      (worker) =>
        [RuntimeWorkerState.IDLE, RuntimeWorkerState.BUSY].includes(worker.state) &&
        (requestsInFlight.get(worker) ?? 0) < MAX_CONCURRENT_REQUESTS,
    );
  };

  /** Requests that arrive while a function's first process starts wait for that process. */
  const starting = new Map();
  FunctionsEmulator.prototype.startRuntime = function startOnce(backend, trigger) {
    const key = trigger && this.workerPools[backend.codebase].getKey(trigger.id, backend.runtime);
    const pending = starting.get(key);
    if (pending && key !== undefined) return pending;
    const started = startRuntime.call(this, backend, trigger).finally(() => starting.delete(key));
    starting.set(key, started);
    return started;
  };
});
