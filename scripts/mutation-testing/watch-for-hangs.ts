import { Worker } from 'node:worker_threads';

const MAX_MS = 60_000;

/** A loop without an end blocks this process, so that only another thread can end it. */
const WATCHER = `
const { workerData } = require('node:worker_threads');
const startedAt = new BigInt64Array(workerData);
setInterval(() => {
  const at = Number(Atomics.load(startedAt, 0));
  if (at > 0 && performance.timeOrigin + performance.now() - at > ${MAX_MS}) process.kill(process.pid, 'SIGKILL');
}, 1000);`;

/** Kills this process when a minute has passed between `start` and `stop`. */
export function watchForHangs(): { start: () => void; stop: () => void } {
  const shared = new SharedArrayBuffer(8);
  const startedAt = new BigInt64Array(shared);
  new Worker(WATCHER, { eval: true, workerData: shared }).unref();
  const { performance } = globalThis;
  return {
    start: () =>
      void Atomics.store(startedAt, 0, BigInt(Math.round(performance.timeOrigin + performance.now()))),
    stop: () => void Atomics.store(startedAt, 0, 0n),
  };
}
