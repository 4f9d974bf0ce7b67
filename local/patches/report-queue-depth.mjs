// The Tasks emulator's statistics count the tasks that wait, without those that run, and do not say how old the oldest
// is. Cloud Tasks reports both (`tasksCount`, `oldestEstimatedArrivalTime`), and the API status page shows them.
// https://github.com/firebase/firebase-tools/blob/v15.34.2/src/emulator/taskQueue.ts
import assert from 'node:assert/strict';
import { applyPatch } from './apply-patch.mjs';

applyPatch(import.meta.filename, (load) => {
  const { TaskQueue } = load('emulator/taskQueue');
  const { enqueue, getStatistics } = TaskQueue.prototype;
  assert(
    getStatistics.toString().includes('numberOfTasks') && !getStatistics.toString().includes('oldest'),
    'getStatistics has changed',
  );

  TaskQueue.prototype.enqueue = function enqueueWithTime(task) {
    enqueue.call(this, task);
    task.createTime = new Date().toISOString();
  };

  TaskQueue.prototype.getStatistics = function getStatisticsWithDepth() {
    const running = this.dispatches.filter((dispatch) => dispatch !== null);
    const times = [...this.queue.getAll(), ...running].map(({ task }) => task.createTime);
    const oldest = times.reduce((first, each) => (first < each ? first : each), times[0]);
    return { ...getStatistics.call(this), tasksCount: times.length, oldestCreateTime: oldest ?? null };
  };
});
