import { randomUUID } from 'node:crypto';
import { TICKETS } from '@portal/contracts/self-check';
import { expect, test } from 'vitest';
import { CleanupTaskSchema } from '../../platform/queues/queues.ts';
import { startDeps } from '../../providers/testing/start-deps.ts';
import { handleTask } from './handle-task.ts';

const { deps } = await startDeps();

async function deliver(data: unknown) {
  const done: unknown[] = [];
  const handle = handleTask(deps, 'cleanupPages', CleanupTaskSchema, async (...given) => done.push(given));
  await handle({ data, retryCount: 2 });
  return done;
}

test('notes the arrival of a check, and does no work', async () => {
  const ticket = deps.firestore.doc(`${TICKETS}/${randomUUID()}`);
  await ticket.set({ arrivals: { other: 1 } });
  expect(await deliver({ selfCheck: ticket.id })).toEqual([]);
  expect((await ticket.get()).data()).toMatchObject({ arrivals: { other: 1, cleanupPages: {} } });
});

test('leaves nothing when the check is over', async () => {
  expect(await deliver({ selfCheck: randomUUID() })).toEqual([]);
  expect(
    (await deps.firestore.collection(TICKETS).where('arrivals.cleanupPages', '>', new Date(0)).get()).size,
  ).toBe(1);
});

test('does the work of every other task, and refuses what is neither', async () => {
  expect(await deliver({ runId: 'run' })).toEqual([[{ runId: 'run' }, 2]]);
  await expect(deliver({ selfCheck: '../users/ada' })).rejects.toThrow('runId');
});
