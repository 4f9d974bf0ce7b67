import { KeywordOptionsSchema } from '@portal/contracts/keyword-generator';
import { uploadPath } from '@portal/contracts/uploads';
import { Timestamp } from 'firebase-admin/firestore';
import { beforeEach, expect, it, vi } from 'vitest';
import { fingerprint } from '../../providers/key-states.ts';
import { createPicture } from '../../providers/testing/create-picture.ts';
import { clearFirestore, startFirestore } from '../../providers/testing/start-firestore.ts';
import { sendJson, startTestServer } from '../../providers/testing/start-test-server.ts';
import { NO_MICROS, toMicros } from '../../spend/micros.ts';
import { monthOf, readMonth } from '../../spend/spend-store.ts';
import { startApi } from '../../testing/start-api.ts';
import { KeywordSettingsSchema } from '../../tools/keyword-generator/keyword-settings.ts';
import { createObject, startStorage } from '../../pictures/uploads/testing/start-storage.ts';
import type { ItemRecord, StartedCall } from '../store/batch-record.ts';
import { processItem } from './process-item.ts';
import { itemOf, writeItem } from './testing/create-item.ts';
import { refuseMemory } from './testing/refuse-memory.ts';

const firestore = await startFirestore();
const CLOUDINARY = { cloudName: 'studio', apiKey: 'k', apiSecret: 's' };
const ORIGINAL = uploadPath('artist', 'folder-1', 'original-4');
const RESERVED = toMicros(0.1);
/** Of the first call: the one in progress repairs its answer. */
const PAID = toMicros(0.002);
const MONTH = monthOf(new Date());
const CALL: StartedCall = { id: 'resp_lost', key: fingerprint('one'), paid: PAID };
const LOST: Partial<ItemRecord> = {
  state: 'calling',
  attempts: 1,
  worker: 'a lost one',
  wakeAt: Timestamp.fromMillis(Date.now() - 1000),
  reserved: RESERVED,
  spendMonth: MONTH,
  startedCall: CALL,
};
const NEVER_CALLED: Partial<ItemRecord> = {
  state: 'queued',
  attempts: 0,
  worker: null,
  reserved: NO_MICROS,
  spendMonth: null,
  startedCall: null,
};
const TEXTS = {
  seo_image_title: 'Red fox',
  seo_description: 'A red fox in the snow.',
  keywords: ['fox', 'snow'],
  category: 1,
};

const respond = (status: string, text = '', changes: Record<string, unknown> = {}) => ({
  id: CALL.id,
  status,
  output: text === '' ? [] : [{ type: 'message', content: [{ type: 'output_text', text, annotations: [] }] }],
  // $0.0021 at the prices of the model.
  usage: text === '' ? null : { input_tokens: 1000, output_tokens: 300 },
  ...changes,
});

beforeEach(clearFirestore);

/** Delivers an item whose worker was lost during a call. OpenAI answers GETs like this, one after the other. */
async function deliver(
  answers: readonly (readonly [status: number, body: unknown])[],
  { lost = {}, keys = ['two', 'one'], original = true } = {},
) {
  const tasks = await startTestServer(sendJson({ name: 'queued' }));
  vi.stubEnv('CLOUD_TASKS_EMULATOR_HOST', new URL(tasks.url).host);
  vi.stubEnv('MONTHLY_BUDGET_USD', '');
  vi.stubEnv('RETRY_AFTER_SECONDS', '2');
  const storage = await startStorage();
  const { deps } = await startApi(['ada']);
  const sent: string[] = [];
  const savedAtCalls: unknown[] = [];
  let fetched = 0;
  const openai = await startTestServer(async (response, { url, headers }) => {
    const method = response.req.method ?? '';
    const saved = await itemOf(firestore).get();
    sent.push(`${method} ${url} ${headers.authorization} while ${String(saved.get('state'))}`);
    if (method === 'POST') {
      savedAtCalls.push(saved.get('startedCall'));
      return sendJson(respond('queued'))(response);
    }
    if (method === 'DELETE') return sendJson({ id: CALL.id, object: 'response', deleted: true })(response);
    const [status, body] = answers[Math.min(fetched, answers.length - 1)] ?? [599, {}];
    fetched += 1;
    return sendJson(body, status)(response);
  });
  vi.stubEnv('OPENAI_BASE_URL', openai.url);
  vi.stubEnv('PROVIDER_KEYS', JSON.stringify({ openai: keys, cloudinary: CLOUDINARY }));
  if (original) storage.objects.set(ORIGINAL, createObject({ bytes: await createPicture('png', 64, 40) }));
  const files = [1, 2, 3, 4].map((number) => ({ id: `original-${number}`, name: 'fox.png' }));
  await writeItem(
    firestore,
    { ...LOST, ...lost },
    {
      tool: 'keyword-generator',
      settings: KeywordSettingsSchema.parse({ provider: 'openai', ...KeywordOptionsSchema.parse({}) }),
      uploads: { folder: 'folder-1', files },
    },
  );
  const before = await readMonth(firestore, MONTH);
  const all = { ...deps, ...storage.deps, firestore };
  await processItem(all, { batchId: 'batch', index: 3, waits: 1 });
  const after = await readMonth(firestore, MONTH);
  return {
    item: (await itemOf(firestore).get()).data(),
    sent,
    savedAtCalls,
    spent: after.spent - before.spent,
    reserved: after.reserved - before.reserved,
    isQueuedAgain: tasks.requests.length > 0,
  };
}

const GET = 'GET /responses/resp_lost Bearer one';
const DELETE = 'DELETE /responses/resp_lost Bearer one';

it('fetches the answer of a lost worker, then lets the provider forget it [D-batches.11]', async () => {
  const { item, sent, spent, reserved } = await deliver([
    [200, respond('in_progress')],
    [503, {}],
    [200, respond('completed', JSON.stringify(TEXTS))],
  ]);
  expect(item).toMatchObject({
    state: 'done',
    attempts: 1,
    cost: 2000 + 2100,
    startedCall: null,
    texts: { ...TEXTS, extension: 'png', width: 64, height: 40, edited: false },
    placeholder: expect.any(String),
    measures: { hash: expect.any(String) },
  });
  expect(sent).toEqual([...Array.from({ length: 3 }, () => `${GET} while calling`), `${DELETE} while done`]);
  expect({ spent, reserved }).toEqual({ spent: 4100, reserved: 0 - RESERVED });
});

it.each([
  ['an answer that cannot be used', [200, respond('completed', 'Sorry.')], 2000 + 2100],
  ['a failure of the provider', [200, respond('failed', '', { error: { code: 'server_error' } })], 2000],
] as const)('makes another attempt after %s', async (_, answer, spent) => {
  const { item, sent, isQueuedAgain } = await deliver([answer]);
  expect(item).toMatchObject({ state: 'queued', attempts: 1, spent, reserved: 0, startedCall: null });
  expect(isQueuedAgain).toBe(true);
  expect(sent.at(-1)).toBe(`${DELETE} while queued`);
});

it('fails an item that the provider refuses', async () => {
  const refusal = respond('completed', '', { output: [{ content: [{ type: 'refusal', refusal: 'No.' }] }] });
  expect((await deliver([[200, refusal]])).item).toMatchObject({ state: 'failed', cost: 2000 });
});

it.each([
  ['the provider no longer has the answer', {}, 4],
  ['the studio no longer has the key', { keys: ['two'] }, 0],
  ['the original is gone', { original: false }, 1],
  ['no call was saved', { lost: { startedCall: null } }, 0],
])('is uncertain if %s, and calls nobody again', async (_, options, requests) => {
  const { item, sent } = await deliver([[404, {}]], options);
  expect(item).toMatchObject({ state: 'uncertain', startedCall: null });
  expect(Number(item?.['cost'])).toBeGreaterThanOrEqual(RESERVED / 2);
  expect(sent.filter((each) => each.startsWith('POST'))).toEqual([]);
  expect(sent).toHaveLength(requests);
});

it('clears the saved call before its repair is sent', async () => {
  const answers = ['Sorry.', JSON.stringify(TEXTS)].map((text) => [200, respond('completed', text)] as const);
  const { item, savedAtCalls } = await deliver(answers, { lost: NEVER_CALLED });
  expect(savedAtCalls).toEqual([null, null]);
  expect(item).toMatchObject({ state: 'done', cost: 2 * 2100 });
});

it('leaves the call to a later delivery while there is no memory for the original', async () => {
  const restore = refuseMemory();
  const { item, sent, isQueuedAgain } = await deliver([[200, respond('completed', JSON.stringify(TEXTS))]]);
  restore();
  expect(item).toMatchObject({ state: 'calling', startedCall: CALL, reserved: RESERVED });
  expect({ sent, isQueuedAgain }).toEqual({ sent: [], isQueuedAgain: true });
});
