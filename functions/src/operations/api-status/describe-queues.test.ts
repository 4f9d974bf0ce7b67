import { afterEach, expect, it, vi } from 'vitest';
import { describeQueues } from './describe-queues.ts';
import type { MeasuredQueue } from '../../platform/queues/queue-meter.ts';
import { QUEUES } from '../../tools.ts';

afterEach(() => vi.useRealTimers());

const describeMeasured = (measured: Record<string, MeasuredQueue>) =>
  describeQueues({ measureQueues: async () => new Map(Object.entries(measured)) }, QUEUES);

it('reports label, task count and age of the oldest task', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T17:00:00Z') });
  const queues = await describeMeasured({
    makeWithOpenai: { tasks: 12, oldestAt: new Date('2026-11-21T16:59:18Z') },
    // Due later.
    makeWithXai: { tasks: 1, oldestAt: new Date('2026-11-21T17:00:30Z') },
    buildArchives: { tasks: 0, oldestAt: undefined },
  });
  expect(queues[0]).toEqual({
    name: 'makeWithOpenai',
    label: 'Images with OpenAI',
    tasks: 12,
    oldestSeconds: 42,
  });
  expect(queues.find(({ name }) => name === 'makeWithXai')).toMatchObject({ tasks: 1, oldestSeconds: 0 });
  expect(queues.find(({ name }) => name === 'buildArchives')).toMatchObject({
    tasks: 0,
    oldestSeconds: null,
  });
});

it('reports unknown depths for a missing queue, and for all if the service fails', async () => {
  const [first] = await describeMeasured({});
  expect(first).toMatchObject({ tasks: null, oldestSeconds: null });
  const unreachable = { measureQueues: () => Promise.reject(new Error('unreachable')) };
  const unknown = await describeQueues(unreachable, QUEUES);
  expect(unknown.length).toBeGreaterThan(10);
  expect(unknown.every(({ tasks }) => tasks === null)).toBe(true);
});
