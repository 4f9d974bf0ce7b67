import { nameByTime } from '@portal/contracts/batch-name';
import { BatchStartedSchema } from '@portal/contracts/batches';
import { analyzeImages } from '@portal/contracts/keyword-generator';
import { upscaleImages } from '@portal/contracts/upscale';
import { beforeEach, expect, it, vi } from 'vitest';
import { userReference } from '../../identity/access-store.ts';
import { clearFirestore, startFirestore } from '../../providers/testing/start-firestore.ts';
import { writeBatch } from '../sources/testing/create-batches.ts';
import { readBatch } from '../store/batch-store.ts';
import { startPictures } from './testing/start-pictures.ts';

const firestore = await startFirestore();
vi.setConfig({ testTimeout: 30_000 });
const FILES: Record<string, string> = { 'one.png': '1', 'two.png': '22' };

beforeEach(async () => {
  vi.stubEnv('MONTHLY_BUDGET_USD', '');
  await clearFirestore();
  await userReference(firestore, 'ada').set({ email: 'ada@studio.example', role: 'user' });
});

interface FormOptions {
  path?: string;
  /** Contents by name. */
  files?: Record<string, string>;
  headers?: Record<string, string>;
}

async function start() {
  const { deps, call, objects } = await startPictures(firestore);
  vi.spyOn(deps.queues, 'enqueue').mockResolvedValue();
  const post = async (path: string, body: FormData | string, headers: Record<string, string> = {}) => {
    const answer = await call('POST', path, 'ada', headers, body);
    const answered: unknown = await answer.json();
    const id = BatchStartedSchema.safeParse(answered).data?.batchId ?? '';
    return { status: answer.status, answered, id };
  };
  return {
    objects,
    sendForm: (
      fields: Record<string, string> = {},
      { path = analyzeImages.path, files = FILES, headers = {} }: FormOptions = {},
    ) => {
      const form = new FormData();
      for (const [name, text] of Object.entries(fields)) form.append(name, text);
      for (const [name, text] of Object.entries(files)) form.append('images', new File([text], name));
      return post(path, form, headers);
    },
    sendJson: (body: object, headers: Record<string, string> = {}) =>
      post(analyzeImages.path, JSON.stringify(body), { 'content-type': 'application/json', ...headers }),
    read: async (id: string) => (await readBatch(firestore, id)) ?? expect.unreachable(),
  };
}

it('starts a batch with the pictures and settings of a form', async () => {
  const { sendForm, read, objects } = await start();
  const { status, id } = await sendForm({
    batchName: 'My foxes',
    context: '12',
    mustAppear: '["fox"]',
    keywordCount: '7',
    language: '',
    isHalfPrice: 'true',
    other: 'ignored',
    originalFilenames: '["Füchse 1.png", "Füchse 2.png"]',
  });
  expect(status).toBe(202);
  const { uploads, ...batch } = await read(id);
  expect(batch).toMatchObject({
    tool: 'keyword-generator',
    owner: 'ada',
    name: 'My foxes',
    settings: { context: '12', mustAppear: ['fox'], keywordCount: 7, language: 'English' },
    total: 2,
    halfPrice: 'openai',
  });
  expect(batch.settings).not.toHaveProperty('other');
  expect(uploads?.files.map(({ name }) => name)).toEqual(['Füchse 1.png', 'Füchse 2.png']);
  expect([...objects.values()].map(({ bytes }) => String(bytes)).toSorted()).toEqual(['1', '22']);
  const usage = await firestore.collection('uploadUsage').get();
  expect(usage.docs.map((day) => day.get('bytes') as unknown)).toEqual([3]);
});

it('reads other types of a form, and names files and batch if it does not', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { sendForm, read } = await start();
  const path = upscaleImages.path;
  const { id } = await sendForm(
    { scale: '4', enhance: 'true' },
    { path, headers: { 'x-time-zone': 'Asia/Tokyo' } },
  );
  const batch = await read(id);
  expect(batch).toMatchObject({ name: nameByTime('Asia/Tokyo'), settings: { scale: 4, enhance: true } });
  expect(batch.uploads?.files.map(({ name }) => name)).toEqual(Object.keys(FILES));
  expect(await read((await sendForm({}, { path })).id)).toMatchObject({ name: nameByTime('UTC') });
  vi.useRealTimers();
});

it.each([
  ['a name for one of two images', { originalFilenames: '["one.png"]' }, 'number of file names'],
  ['names that are no list', { originalFilenames: 'one.png' }, 'expected array'],
  ['a number that is none', { keywordCount: 'many' }, 'keywordCount'],
])('refuses %s, and stores nothing', async (_, fields, problem) => {
  const { sendForm, objects } = await start();
  const { status, answered } = await sendForm(fields);
  expect(status).toBe(400);
  expect(JSON.stringify(answered)).toContain(problem);
  expect(objects.size).toBe(0);
});

it('stores the pictures of a repeated form once', async () => {
  const { sendForm, objects } = await start();
  const headers = { 'idempotency-key': 'a-key' };
  const first = await sendForm({}, { headers });
  expect(await sendForm({}, { headers })).toEqual(first);
  expect(await sendForm({ isHalfPrice: 'true' }, { headers })).toMatchObject({ status: 409 });
  for (const files of [
    { 'one.png': '1', 'two.png': '21' },
    { 'one.png': '1', '2.png': '22' },
  ])
    expect(await sendForm({}, { headers, files })).toMatchObject({ status: 409 });
  expect(objects.size).toBe(2);
});

it('starts a batch with pictures of another, even if repeated when they are gone', async () => {
  const { sendJson, read } = await start();
  await writeBatch(firestore, 'source');
  const body = { files: [{ from: { batchId: 'source', index: 0, kind: 'result' } }], keywordCount: 9 };
  const headers = { 'idempotency-key': 'a-key' };
  const first = await sendJson(body, headers);
  expect(await read(first.id)).toMatchObject({
    settings: { keywordCount: 9 },
    sourceIds: ['source'],
    total: 1,
  });
  await firestore.doc('batches/source').delete();
  expect(await sendJson(body, headers)).toEqual(first);
  expect(await sendJson(body)).toMatchObject({ status: 404 });
  expect(await sendJson({ ...body, files: [] })).toMatchObject({ status: 400 });
});
