import { randomUUID } from 'node:crypto';
import { nameByTime } from '@portal/contracts/batch-name';
import { BatchStartedSchema } from '@portal/contracts/batches';
import { analyzeImages } from '@portal/contracts/keyword-generator';
import { transformImages } from '@portal/contracts/stylizer';
import { upscaleImages } from '@portal/contracts/upscale';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { userReference } from '../../identity/access-store.ts';
import { clearFirestore, startFirestore } from '../../providers/testing/start-firestore.ts';
import { writeBatch } from '../sources/testing/create-batches.ts';
import { readBatch } from '../store/batch-store.ts';
import { startPictures } from './testing/start-pictures.ts';

const firestore = await startFirestore();
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
    sendJson: (body: object, headers: Record<string, string> = {}, path = analyzeImages.path) =>
      post(path, JSON.stringify(body), { 'content-type': 'application/json', ...headers }),
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
  [
    'more required words than keywords',
    { mustAppear: '["a", "b", "c", "d", "e", "f"]', keywordCount: '5' },
    '6 required words do not fit into 5 keywords.',
  ],
])('refuses %s, and stores nothing', async (_, fields, problem) => {
  const { sendForm, objects } = await start();
  const { status, answered } = await sendForm(fields);
  expect(status).toBe(400);
  expect(JSON.stringify(answered)).toContain(problem);
  expect(objects.size).toBe(0);
});

it.each([
  [upscaleImages.path, { scale: '3' }, 'scale'],
  [upscaleImages.path, { enhance: 'maybe' }, 'enhance'],
  [upscaleImages.path, { batchName: 'n'.repeat(151) }, 'batchName'],
  [transformImages.path, {}, 'preset'],
  [transformImages.path, { preset: 'cubism' }, 'preset'],
  [transformImages.path, { preset: 'pixel', batchName: ' ' }, 'batchName'],
])('%s names an invalid field (%#) [T3.5.3, T3.7.4, T5.4.6, T7.4.4]', async (path, fields, field) => {
  const { sendForm } = await start();
  expect(await sendForm({ ...fields }, { path })).toMatchObject({
    status: 400,
    answered: { code: 'bad-request', details: [{ path: field, message: expect.any(String) }] },
  });
  expect((await firestore.collection('batches').get()).size).toBe(0);
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

/** From tools.md 5.4, and decisions.md for the server's limits. */
const LIMITS = [
  { tool: 'upscale', path: upscaleImages.path, fields: {}, megabytes: 10, atMost: 1000 },
  { tool: 'stylizer', path: transformImages.path, fields: { preset: 'pixel' }, megabytes: 20, atMost: 100 },
  { tool: 'keyword-generator', path: analyzeImages.path, fields: {}, megabytes: 20, atMost: 100 },
] as const;
const nameFiles = (count: number) =>
  Array.from({ length: count }, () => ({ id: randomUUID(), name: 'a.png' }));

describe.each(LIMITS)('$tool', ({ path, fields, megabytes, atMost }) => {
  it('refuses one byte more by file name [T9.0.12, T9.0.15, T9.0.20]', async () => {
    const { sendForm, objects } = await start();
    const bytes = megabytes * 1024 ** 2;
    const send = (length: number) =>
      sendForm(fields, { path, files: { 'small.png': '1', 'large.png': 'x'.repeat(length) } });
    const message = `Files can be at most ${megabytes} MB.`;
    expect(await send(bytes + 1)).toMatchObject({
      status: 413,
      answered: { code: 'too-large', error: message, details: [{ path: 'files.1', message }] },
    });
    expect(objects.size).toBe(0);
    expect(await send(bytes)).toMatchObject({ status: 202 });
  });

  it('refuses a batch without images, and too many before it looks for them [T5.4.5, T5.4.6, T9.0.13, T9.0.16, T9.0.21, D-uploads.9]', async () => {
    const { sendForm, sendJson } = await start();
    const send = (count: number) =>
      sendJson({ ...fields, folder: randomUUID(), files: nameFiles(count) }, {}, path);
    const none = 'Select at least one image.';
    expect(await sendForm(fields, { path, files: {} })).toMatchObject({
      status: 400,
      answered: { error: none },
    });
    expect(await send(0)).toMatchObject({
      status: 400,
      answered: { details: [{ path: 'files', message: none }] },
    });
    expect(await send(atMost)).toMatchObject({ status: 404 });
    const error = `Select at most ${atMost} images.`;
    expect(await send(atMost + 1)).toMatchObject({ status: 400, answered: { error } });
  });

  it('accepts 100 images in a form, and more for the upscaler [T9.0.16, T9.0.21, D-uploads.9]', async () => {
    const { sendForm, read } = await start();
    const send = (count: number) =>
      sendForm(fields, {
        path,
        files: Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}.png`, '1'])),
      });
    expect(await read((await send(100)).id)).toMatchObject({ total: 100 });
    expect(await send(101)).toMatchObject({ status: atMost > 100 ? 202 : 400 });
  });
});
