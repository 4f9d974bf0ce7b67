// A queue of the Tasks emulator saves up dispatches for one second. Cloud Tasks chooses a larger burst: ten for a queue with one
// dispatch per second.
// https://github.com/firebase/firebase-tools/blob/v15.34.2/src/emulator/taskQueue.ts
import assert from 'node:assert/strict';
import { applyPatch } from './apply-patch.mjs';

const BURST = 10;

applyPatch(import.meta.filename, (load) => {
  const { TaskQueue } = load('emulator/taskQueue');
  const rateLimits = { maxDispatchesPerSecond: 2, maxConcurrentDispatches: 1 };
  assert.equal(new TaskQueue('', { rateLimits }).maxTokens, 2, 'the burst has changed');
  const { addTokens } = TaskQueue.prototype;
  TaskQueue.prototype.addTokens = function addTokensOfBurst(tokens) {
    this.maxTokens = Math.max(this.maxTokens, BURST);
    addTokens.call(this, tokens);
  };
});
