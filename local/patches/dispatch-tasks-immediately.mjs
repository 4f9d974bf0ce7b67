// The Tasks emulator polls an empty queue once a second, and a queue with tasks in a busy loop. Cloud Tasks dispatches at
// once, and the CLI has no option for either interval.
// https://github.com/firebase/firebase-tools/blob/v15.34.2/src/emulator/tasksEmulator.ts
import assert from 'node:assert/strict';
import { applyPatch } from './apply-patch.mjs';

applyPatch(import.meta.filename, (load) => {
  const { TaskQueueController } = load('emulator/tasksEmulator');
  assert.deepEqual(
    [TaskQueueController.LISTEN_TIMEOUT, TaskQueueController.UPDATE_TIMEOUT],
    [1000, 0],
    'the polling intervals have changed',
  );
  TaskQueueController.LISTEN_TIMEOUT = 50;
  TaskQueueController.UPDATE_TIMEOUT = 5;
});
