// The Tasks emulator does not say how often it delivers a task. Cloud Tasks logs each attempt if its queue is configured so:
// https://cloud.google.com/tasks/docs/reference/rest/v2/projects.locations.queues#StackdriverLoggingConfig
// https://github.com/firebase/firebase-tools/blob/v15.34.2/src/emulator/taskQueue.ts
import assert from 'node:assert/strict';
import { applyPatch } from './apply-patch.mjs';

applyPatch(import.meta.filename, (load) => {
  const { TaskQueue, TaskStatus } = load('emulator/taskQueue');
  const { runTask } = TaskQueue.prototype;
  assert(
    runTask.toString().includes('TaskStatus.RUNNING') && !runTask.toString().includes('logger.log('),
    'attempts are made or logged in another way',
  );

  TaskQueue.prototype.runTask = async function runAndLogTask(place) {
    const { task, metadata } = this.dispatches[place];
    const running = runTask.call(this, place);
    if (metadata.status !== TaskStatus.RUNNING) return;
    await running;
    const attempt = {
      task: task.name.split('/').at(-1),
      isOk: metadata.status === TaskStatus.FINISHED,
    };
    this.logger.logLabeled('BULLET', 'tasks', `Attempt ${JSON.stringify(attempt)}`);
  };
});
