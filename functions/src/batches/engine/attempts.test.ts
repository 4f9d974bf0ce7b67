import { BatchStartedSchema } from '@portal/contracts/batches';
import { generateImages } from '@portal/contracts/image-generator';
import { Firestore, Timestamp, WriteBatch } from 'firebase-admin/firestore';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { startApi } from '../../testing/start-api.ts';
import { readHours } from '../../providers/statistics-store.ts';
import { startFirestore } from '../../providers/testing/start-firestore.ts';
import { sendJson, startTestServer } from '../../providers/testing/start-test-server.ts';
import { processItem } from './process-item.ts';

const firestore = await startFirestore();
const RETRY_AFTER_MS = 2000;
const MAX_ATTEMPTS = 3;
const LIMITS_CACHED_MS = 10_001;
const CALL_TIMEOUT_MS = 180_000;
const STORE_TIMEOUT_MS = 60_000;
const LEASE_MARGIN = 1.2;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  return () => vi.useRealTimers();
});

const TaskSchema = z.object({ task: z.object({ scheduleTime: z.coerce.date() }) });
const readScheduleTime = (body: Buffer) =>
  TaskSchema.parse(JSON.parse(String(body))).task.scheduleTime.getTime();

/** A batch of one image, and deliveries of its task. */
async function startBatch(answer: Parameters<typeof startTestServer>[0]) {
  const provider = await startTestServer(answer);
  const tasks = await startTestServer(sendJson({ name: 'queued' }));
  vi.stubEnv('CLOUD_TASKS_EMULATOR_HOST', new URL(tasks.url).host);
  vi.stubEnv('XAI_BASE_URL', `${provider.url}/v1`);
  const cloudinary = { cloudName: 'studio', apiKey: 'k', apiSecret: 's' };
  vi.stubEnv('PROVIDER_KEYS', JSON.stringify({ xai: ['only'], cloudinary }));
  vi.stubEnv('RETRY_AFTER_SECONDS', String(RETRY_AFTER_MS / 1000));
  vi.stubEnv('CALL_TIMEOUT_SECONDS', String(CALL_TIMEOUT_MS / 1000));
  vi.stubEnv('STORE_TIMEOUT_SECONDS', String(STORE_TIMEOUT_MS / 1000));
  vi.stubEnv('MONTHLY_BUDGET_USD', '');
  const { deps, call } = await startApi(['ada']);
  const image = { provider: 'xai', model: 'grok-2-image', outputFormat: 'jpeg' };
  const { body } = await call('POST', generateImages.path, 'ada', { prompt: 'a fox', quantity: 1, ...image });
  const { batchId } = BatchStartedSchema.parse(body);
  const item = firestore.doc(`batches/${batchId}/items/0`);
  return {
    /** Returns in how many milliseconds the item is delivered again, or undefined for never. */
    deliver: async () => {
      const count = tasks.requests.length;
      await processItem(deps, { batchId, index: 0, waits: 0 });
      const [again] = tasks.requests.slice(count);
      return again && readScheduleTime(again.body) - Date.now();
    },
    countCalls: () => provider.requests.length,
    readState: async (): Promise<unknown> => (await item.get()).get('state'),
    readWait: async () => {
      const notBefore: unknown = (await item.get()).get('notBefore');
      return notBefore instanceof Timestamp ? notBefore.toMillis() - Date.now() : undefined;
    },
  };
}

it('waits before the second attempt, twice as long before the third, then gives up [D-batches.5]', async () => {
  const overloaded = sendJson({ error: 'overloaded' }, 503);
  const { deliver, countCalls, readState, readWait } = await startBatch(overloaded);
  for (let attempts = 1; attempts < MAX_ATTEMPTS; attempts += 1) {
    const wait = RETRY_AFTER_MS * 2 ** (attempts - 1);
    expect(await deliver()).toBe(wait);
    expect({ attempts, calls: countCalls(), wait: await readWait() }).toEqual({
      attempts,
      calls: attempts,
      wait,
    });
    vi.setSystemTime(Date.now() + wait - 1);
    expect(await deliver()).toBe(1);
    expect(countCalls()).toBe(attempts);
    vi.setSystemTime(Date.now() + 1);
  }
  expect(await deliver()).toBeUndefined();
  expect({ calls: countCalls(), state: await readState() }).toEqual({ calls: MAX_ATTEMPTS, state: 'failed' });
});

it('notes a call with its claim, but not before the budget was checked', async () => {
  const { deliver, countCalls, readState } = await startBatch(sendJson({ error: 'overloaded' }, 503));
  const commit = vi.spyOn(WriteBatch.prototype, 'commit');
  await deliver();
  const withoutBudget = commit.mock.calls.length;
  vi.setSystemTime(Date.now() + RETRY_AFTER_MS);
  vi.stubEnv('MONTHLY_BUDGET_USD', '100');
  commit.mockClear();
  await deliver();
  expect(commit.mock.calls.length, 'the call is reserved in a transaction').toBe(withoutBudget + 1);
  vi.setSystemTime(Date.now() + 2 * RETRY_AFTER_MS);
  vi.stubEnv('MONTHLY_BUDGET_USD', '0.001');
  await deliver();
  expect({ calls: countCalls(), state: await readState() }).toEqual({ calls: 2, state: 'failed' });
});

it('notes a call with its claim only if its owner has no limit', async () => {
  const { deliver, countCalls, readState } = await startBatch(sendJson({ error: 'overloaded' }, 503));
  const limits = firestore.doc('settings/limits');
  onTestFinished(async () => void (await limits.delete()));
  const transactions = vi.spyOn(Firestore.prototype, 'runTransaction');
  const countTransactions = async () => {
    transactions.mockClear();
    await deliver();
    vi.setSystemTime(Date.now() + 2 * RETRY_AFTER_MS);
    return transactions.mock.calls.length;
  };
  await limits.set({ everyone: null, people: { grace: 1 } });
  const unlimited = await countTransactions();
  await limits.set({ everyone: 100, people: {} });
  vi.setSystemTime(Date.now() + LIMITS_CACHED_MS);
  expect(await countTransactions()).toBe(unlimited + 1);
  await limits.set({ everyone: null, people: { ada: 0.001 } });
  vi.setSystemTime(Date.now() + LIMITS_CACHED_MS);
  await deliver();
  expect({ calls: countCalls(), state: await readState() }).toEqual({ calls: 2, state: 'failed' });
});

it('does not repeat a call whose connection was lost [D-batches.6]', async () => {
  const { deliver, countCalls, readState } = await startBatch((response) => void response.destroy());
  expect(await deliver()).toBeUndefined();
  expect({ calls: countCalls(), state: await readState() }).toEqual({ calls: 1, state: 'uncertain' });
  expect(await deliver()).toBeUndefined();
  expect(countCalls()).toBe(1);
});

it('does not take a paid call from its worker before the time limit [D-batches.12]', async () => {
  const { promise: asked, resolve: ask } = Promise.withResolvers<() => void>();
  const { deliver, countCalls, readState } = await startBatch((response) =>
    ask(() => sendJson({ error: 'refused' }, 400)(response)),
  );
  const working = deliver();
  const answer = await asked;
  vi.setSystemTime(Date.now() + CALL_TIMEOUT_MS + STORE_TIMEOUT_MS);
  const leaseMs = (CALL_TIMEOUT_MS + STORE_TIMEOUT_MS) * LEASE_MARGIN;
  expect(await deliver()).toBeCloseTo(leaseMs - CALL_TIMEOUT_MS - STORE_TIMEOUT_MS, -4);
  expect({ calls: countCalls(), state: await readState() }).toEqual({ calls: 1, state: 'calling' });
  answer();
  await working;
  expect({ calls: countCalls(), state: await readState() }).toEqual({ calls: 1, state: 'failed' });
});

it('has counted its calls when a delivery ends', async () => {
  const countFailed = async () => {
    const hours = await readHours(new Firestore({ projectId: 'demo-portal' }), new Date(), 1);
    const counts = hours.flatMap(({ shards }) => shards.map(({ xai }) => xai?.outcomes['unavailable'] ?? 0));
    return counts.reduce((sum, count) => sum + count, 0);
  };
  const { deliver } = await startBatch(sendJson({ error: 'overloaded' }, 503));
  const before = await countFailed();
  await deliver();
  expect(await countFailed()).toBe(before + 1);
});
