import { BatchStartedSchema, MOST_ATTEMPTS } from '@portal/contracts/batches';
import { generateImages } from '@portal/contracts/image-generator';
import { Timestamp } from 'firebase-admin/firestore';
import { afterEach, expect, it, vi } from 'vitest';
import { startApi } from '../http/testing/start-api.ts';
import { startFirestore } from '../providers/testing/start-firestore.ts';
import { sendJson, startTestServer } from '../providers/testing/start-test-server.ts';
import { findTool } from '../tools.ts';
import { processItem } from './process-item.ts';

const firestore = await startFirestore();
const RETRY_AFTER_MS = 2000;
afterEach(() => vi.useRealTimers());

/** A batch of one image whose provider always fails, and deliveries of its task. */
async function startBatch() {
  const provider = await startTestServer(sendJson({ error: 'overloaded' }, 503));
  const tasks = await startTestServer(sendJson({ name: 'queued' }));
  vi.stubEnv('CLOUD_TASKS_EMULATOR_HOST', new URL(tasks.url).host);
  vi.stubEnv('XAI_BASE_URL', `${provider.url}/v1`);
  const cloudinary = { cloudName: 'studio', apiKey: 'k', apiSecret: 's' };
  vi.stubEnv('PROVIDER_KEYS', JSON.stringify({ xai: ['only'], cloudinary }));
  vi.stubEnv('RETRY_AFTER_SECONDS', String(RETRY_AFTER_MS / 1000));
  vi.stubEnv('CALL_TIMEOUT_SECONDS', '180');
  vi.stubEnv('STORE_TIMEOUT_SECONDS', '60');
  vi.stubEnv('MONTHLY_BUDGET_USD', '');
  const { deps, call } = await startApi(['ada']);
  const request = {
    prompt: 'a fox',
    quantity: 1,
    provider: 'xai',
    model: 'grok-2-image',
    outputFormat: 'jpeg',
  };
  const { body } = await call('POST', generateImages.path, 'ada', request);
  const { batchId } = BatchStartedSchema.parse(body);
  const item = firestore.doc(`batches/${batchId}/items/0`);
  return {
    /** Whether it asks for another delivery by a new task or by a throw is another matter. */
    deliver: () => processItem(deps, findTool, { batchId, index: 0 }).catch(() => undefined),
    countCalls: () => provider.requests.length,
    readState: async () => (await item.get()).get('state'),
    readWait: async () => {
      const notBefore: unknown = (await item.get()).get('notBefore');
      return notBefore instanceof Timestamp ? notBefore.toMillis() - Date.now() : undefined;
    },
  };
}

it('waits before the second attempt, twice as long before the third, and then gives up [D-batches.5]', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { deliver, countCalls, readState, readWait } = await startBatch();
  for (let attempts = 1; attempts < MOST_ATTEMPTS; attempts += 1) {
    await deliver();
    const wait = RETRY_AFTER_MS * 2 ** (attempts - 1);
    expect({ attempts, calls: countCalls(), wait: await readWait() }).toEqual({
      attempts,
      calls: attempts,
      wait,
    });
    vi.setSystemTime(Date.now() + wait - 1);
    await deliver();
    expect(countCalls()).toBe(attempts);
    vi.setSystemTime(Date.now() + 1);
  }
  await deliver();
  expect({ calls: countCalls(), state: await readState() }).toEqual({
    calls: MOST_ATTEMPTS,
    state: 'failed',
  });
});
