// The Tasks emulator keeps its rate whatever a function answers, and retries without regard to it. Cloud Tasks slows a queue
// down "if the worker returns 429 (Too Many Requests), 503 (Service Unavailable), or the rate of errors is high", and its rate
// includes retries: https://cloud.google.com/tasks/docs/reference/rest/v2/projects.locations.queues.tasks#HttpRequest
// https://github.com/firebase/firebase-tools/blob/v15.34.2/src/emulator/taskQueue.ts
import assert from 'node:assert/strict';
import { applyPatch } from './apply-patch.mjs';

/** Google publishes no figures. Each failed attempt halves the rate, each successful one adds this share of the full rate. */
const STEP = 1 / 16;
const OVERLOADED = new Set([429, 503]);

applyPatch(import.meta.filename, (load) => {
  const { TaskQueue, TaskStatus } = load('emulator/taskQueue');
  const { runTask, refillTokens } = TaskQueue.prototype;
  assert(
    runTask.toString().includes('emulatedTask.metadata.status = TaskStatus.RUNNING') &&
      !runTask.toString().includes('tokens') &&
      refillTokens.toString().includes('this.addTokens('),
    'tasks are delivered in another way',
  );

  TaskQueue.prototype.runTask = async function runTaskWithinRate(place) {
    const { metadata } = this.dispatches[place];
    const isRetry = metadata.lastRunTime !== null;
    if (isRetry && this.tokens < 1) return;
    const running = runTask.call(this, place);
    if (metadata.status === TaskStatus.RUNNING) {
      if (isRetry) this.tokens -= 1;
      await running;
      this.rateShare = findShare(this.rateShare ?? 1, metadata);
      limitTokens(this);
    }
  };

  function findShare(share, { status, previousResponse }) {
    if (status === TaskStatus.FINISHED) return Math.min(1, share + STEP);
    return OVERLOADED.has(previousResponse) ? STEP : Math.max(STEP, share / 2);
  }

  TaskQueue.prototype.refillTokens = function refillTokensAtReducedRate() {
    const { lastTokenUpdate, rateShare = 1 } = this;
    this.lastTokenUpdate = Date.now() - (Date.now() - lastTokenUpdate) * rateShare;
    refillTokens.call(this);
    limitTokens(this);
  };

  /** A queue that was slowed down has no burst. */
  function limitTokens(queue) {
    const { rateShare = 1, maxTokens } = queue;
    queue.tokens = Math.min(queue.tokens, Math.max(1, maxTokens * rateShare));
  }
});
