import { deleteApp, initializeApp } from 'firebase-admin/app';
import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { sendJson, startTestServer } from '../../providers/testing/start-test-server.ts';
import { QUEUES } from '../../tools.ts';
import { makeQueues, makeTaskOptions } from './queues.ts';

afterEach(() => vi.unstubAllEnvs());

const CreateTaskSchema = z.object({
  task: z.object({ name: z.string(), dispatchDeadline: z.string(), scheduleTime: z.string().optional() }),
});

/** Enqueues one task in each queue; returns the requests to Cloud Tasks. */
async function enqueueEverywhere(at?: Date) {
  const tasks = await startTestServer(sendJson({}));
  vi.stubEnv('CLOUD_TASKS_EMULATOR_HOST', new URL(tasks.url).host);
  // Otherwise the SDK searches for Google's metadata server.
  vi.stubEnv('METADATA_SERVER_DETECTION', 'none');
  const app = initializeApp({ projectId: 'demo-portal' }, 'queues');
  const queues = makeQueues(app);
  for (const queue of QUEUES) await queues.enqueue(queue, [{ id: 'one', data: { batchId: 'b' }, at }]);
  await deleteApp(app);
  return tasks.requests.map(({ url, body }) => ({
    url,
    task: CreateTaskSchema.parse(JSON.parse(String(body))).task,
  }));
}

it('enqueues into the queue of the region, to be answered before the deadline', async () => {
  vi.stubEnv('REGION', 'europe-west1');
  const requests = await enqueueEverywhere();
  for (const [index, queue] of QUEUES.entries()) {
    const path = `projects/demo-portal/locations/europe-west1/queues/${queue.name}/tasks`;
    expect(requests[index]?.url).toBe(`/${path}`);
    const { timeoutSeconds, region } = makeTaskOptions(queue);
    expect(region).toBe('europe-west1');
    expect(parseInt(requests[index]?.task.dispatchDeadline ?? '', 10), queue.name).toBeGreaterThan(
      Number(timeoutSeconds),
    );
  }
});

it('delivers a task later on request', async () => {
  const at = new Date('2030-01-01T00:00:00.000Z');
  for (const { task } of await enqueueEverywhere(at)) expect(task.scheduleTime).toBe(at.toISOString());
});
