/** The log of the deployed functions: real handlers, the SDK's logger, and a captured stdout. */
import { BatchStartedSchema } from '@portal/contracts/batches';
import { generateImages, generatorCalls } from '@portal/contracts/image-generator';
import { expect, it, vi } from 'vitest';
import { startFirestore } from '../../providers/testing/start-firestore.ts';
import { sendJson, startTestServer } from '../../providers/testing/start-test-server.ts';
import { makeToken, startApi } from '../../testing/start-api.ts';
import { startFunctions } from '../../testing/start-functions.ts';

const firestore = await startFirestore();

const KEY = 'xai-Zq81mWp0RtY7uLk2';
const PROMPT = 'a portrait of Grace Hopper for grace@client.example';
const EMAIL = 'ada@studio.example';

/** The functions, a batch of one image, and its provider's answer. */
async function start(answer: Parameters<typeof startTestServer>[0]) {
  const provider = await startTestServer(answer);
  const tasks = await startTestServer(sendJson({ name: 'queued' }));
  vi.stubEnv('CLOUD_TASKS_EMULATOR_HOST', new URL(tasks.url).host);
  vi.stubEnv('XAI_BASE_URL', `${provider.url}/v1`);
  const cloudinary = { cloudName: 'studio', apiKey: '1234567890', apiSecret: 'mN8vB3xQ9' };
  vi.stubEnv('PROVIDER_KEYS', JSON.stringify({ xai: [KEY], cloudinary }));
  vi.stubEnv('MONTHLY_BUDGET_USD', '');
  const { call } = await startApi(['ada']);
  const image = { provider: 'xai', model: 'grok-2-image', outputFormat: 'jpeg' };
  const { body } = await call('POST', generateImages.path, 'ada', { prompt: PROMPT, quantity: 1, ...image });
  const { batchId } = BatchStartedSchema.parse(body);
  const functions = await startFunctions();
  return {
    ...functions,
    item: firestore.doc(`batches/${batchId}/items/0`),
    deliver: () =>
      functions.send({
        name: 'makeWithXai',
        token: makeToken('task'),
        body: { data: { batchId, index: 0 } },
      }),
  };
}

const PERSONAL = ['Grace', 'Hopper', 'portrait', 'client.example', EMAIL];
const expectClean = (output: string) => {
  for (const text of [...PERSONAL, KEY, KEY.slice(0, 10), KEY.slice(-8)]) expect(output).not.toContain(text);
};

it('logs only faults as errors, with a stack; no prompt, address, key or link', async () => {
  let reply = sendJson(
    { code: 'content_policy', error: `Content violates usage guidelines: "${PROMPT}"` },
    400,
  );
  const { deliver, item, send, readOutput } = await start((response) => reply(response));
  const refused = await deliver();
  expect({ status: refused.status, state: (await item.get()).get('state') }).toEqual({
    status: 204,
    state: 'failed',
  });
  expect(refused.entries).toMatchObject([
    { severity: 'INFO', message: 'An attempt was refused.', kind: 'refused', status: 400, item: 0 },
  ]);

  await item.update({ state: 'queued', isOpen: true, attempts: 0 });
  const pieces = `${KEY.slice(0, 10)}***${KEY.slice(-4)}, ${KEY.slice(3, 14)}`;
  reply = sendJson({ error: `Incorrect API key: ${pieces}` }, 403);
  expect((await deliver()).entries).toMatchObject([
    { severity: 'WARNING', kind: 'key-rejected', status: 403 },
  ]);

  const path = `/api/admin/user-directory/users/${EMAIL}`;
  const { status, entries } = await send({ name: 'api', path, method: 'DELETE', token: 'none' });
  expect(status).toBe(401);
  expect(entries).toMatchObject([
    { severity: 'INFO', message: 'request', status: 401, path: '/api/admin/user-directory/users/[email]' },
  ]);

  const shared = await send({
    name: 'api',
    path: '/api/shared/H17sZZ0eO3bFhWn9-9_x8A/pictures/0',
    method: 'GET',
    token: makeToken('ada'),
  });
  expect(shared.status).toBe(404);
  expect(shared.entries).toMatchObject([
    { severity: 'INFO', message: 'request', path: '/api/shared/[token]/pictures/0' },
  ]);

  // Faults of a task, a request and a schedule.
  const batch = item.parent.parent;
  await item.update({ state: `of ${EMAIL} with ${KEY}`, isOpen: `${EMAIL} ${KEY}` });
  const delivered = await deliver();
  expect(delivered.status).toBe(500);
  expect(delivered.entries).toMatchObject([
    { severity: 'ERROR', message: expect.stringMatching(/ZodError[^]*\n +at /) },
  ]);

  await batch?.update({ total: 'many', endedAt: null });
  const listed = await send({
    name: 'api',
    path: generatorCalls.list.path,
    method: 'GET',
    token: makeToken('ada'),
  });
  expect(listed.status).toBe(500);
  expect(listed.entries.map(({ severity }) => severity)).toEqual(['ERROR', 'INFO']);
  expect(listed.entries[0]?.stack_trace).toMatch(/ZodError[^]*\n +at /);

  await firestore.collection('failedWork').add({ kind: 'archive', retriedAt: null });
  await firestore.doc('providerKeys/xai').delete();
  const swept = await send({ name: 'sweepBatches', token: 'none', body: {} });
  expect(swept.entries.toSorted((one, other) => one.severity.localeCompare(other.severity))).toMatchObject([
    {
      severity: 'ERROR',
      message: 'A batch could not be swept.',
      stack_trace: expect.stringContaining('    at '),
    },
    { severity: 'WARNING', message: 'Some work could not be finished', alert: 'failed-work' },
  ]);
  const sweptAgain = await send({ name: 'sweepBatches', token: 'none', body: {} });
  expect(sweptAgain.entries.map(({ severity }) => severity)).toEqual(['ERROR']);
  expectClean(readOutput());
});
