// Preloaded into the Firebase CLI. Its Functions emulator gives every request under way a process of its own, which it
// keeps: a batch of ten at once made a hundred processes and 15 GB. In production one instance serves many requests
// (`concurrency`), so here too one process per function does. The CLI has no option for it.
import { createRequire } from 'node:module';

const MOST_AT_ONCE = 80;

const requireHere = createRequire(import.meta.url);
const { FunctionsEmulator } = requireHere('firebase-tools/lib/emulator/functionsEmulator');
const { RuntimeWorker, RuntimeWorkerPool, RuntimeWorkerState } = requireHere(
  'firebase-tools/lib/emulator/functionsRuntimeWorker',
);

const inFlight = new WeakMap();
const { request } = RuntimeWorker.prototype;
RuntimeWorker.prototype.request = async function countRequest(...parameters) {
  inFlight.set(this, (inFlight.get(this) ?? 0) + 1);
  try {
    return await request.apply(this, parameters);
  } finally {
    inFlight.set(this, (inFlight.get(this) ?? 1) - 1);
  }
};

RuntimeWorkerPool.prototype.getIdleWorker = function findWorkerWithRoom(triggerId, runtime) {
  this.cleanUpWorkers();
  return this.getTriggerWorkers(triggerId, runtime).find(
    (worker) =>
      [RuntimeWorkerState.IDLE, RuntimeWorkerState.BUSY].includes(worker.state) &&
      (inFlight.get(worker) ?? 0) < MOST_AT_ONCE,
  );
};

/** Requests that arrive while a function's first process starts wait for that one. */
const starting = new Map();
const { startRuntime } = FunctionsEmulator.prototype;
FunctionsEmulator.prototype.startRuntime = function startOnce(backend, trigger) {
  const key = trigger?.id;
  const known = starting.get(key);
  if (known && key !== undefined) return known;
  const started = startRuntime.call(this, backend, trigger).finally(() => starting.delete(key));
  starting.set(key, started);
  return started;
};
