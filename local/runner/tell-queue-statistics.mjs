// Preloaded into the Firebase CLI. Its Tasks emulator tells how many tasks a queue may run, not how many it has, nor since
// when; Cloud Tasks tells both. The CLI has no option for it.
import { createRequire } from 'node:module';

const { TaskQueue } = createRequire(import.meta.url)('firebase-tools/lib/emulator/taskQueue');

const { enqueue, getStatistics } = TaskQueue.prototype;
TaskQueue.prototype.enqueue = function enqueueWithTime(task) {
  enqueue.call(this, task);
  task.createTime = new Date().toISOString();
};

TaskQueue.prototype.getStatistics = function tellStatistics() {
  const underWay = this.dispatches.filter((dispatch) => dispatch !== null);
  const times = [...this.queue.getAll(), ...underWay].map(({ task }) => task.createTime);
  const oldest = times.reduce((first, each) => (first < each ? first : each), times[0]);
  return { ...getStatistics.call(this), tasksCount: times.length, oldestCreateTime: oldest ?? null };
};
