// The Tasks emulator delivers a task at once, whatever its `scheduleTime`. Cloud Tasks waits until then.
// https://github.com/firebase/firebase-tools/blob/v15.34.2/src/emulator/taskQueue.ts
import assert from 'node:assert/strict';
import { applyPatch } from './apply-patch.mjs';

applyPatch(import.meta.filename, (load) => {
  const { TaskQueue } = load('emulator/taskQueue');
  const { enqueue } = TaskQueue.prototype;
  assert(
    enqueue.toString().includes('this.queuedIds.has(task.name)') &&
      !enqueue.toString().includes('scheduleTime'),
    'tasks are enqueued in another way',
  );

  TaskQueue.prototype.enqueue = function enqueueWhenDue(task) {
    const delay = Date.parse(task.scheduleTime ?? '') - Date.now();
    if (!(delay > 0)) {
      enqueue.call(this, task);
      return;
    }
    if (this.queuedIds.has(task.name)) throw new Error(`A task has already been queued with id ${task.name}`);
    this.queuedIds.add(task.name);
    setTimeout(() => {
      this.queuedIds.delete(task.name);
      enqueue.call(this, task);
    }, delay).unref();
  };
});
