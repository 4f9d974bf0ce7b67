import OpenAI from 'openai';
import sharp from 'sharp';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { addFaults, control, openSandbox, readCalls } from '../testing.ts';

const DAY_SECONDS = 24 * 60 * 60;
const body = {
  model: 'gpt-image-2.5-flare',
  prompt: 'a red house',
  quality: 'low',
  background: 'opaque',
  size: '1024x1024',
  output_format: 'png',
  n: 1,
};
const KEPT = { anchor: 'created_at', seconds: 3 * DAY_SECONDS } as const;
const ORDER = {
  endpoint: '/v1/images/generations',
  completion_window: '24h',
  metadata: { id: 'job' },
  output_expires_after: KEPT,
} as const;

const makeLine = (id: string, changes: object = {}, bodyChanges: object = {}) => ({
  custom_id: id,
  method: 'POST',
  url: '/v1/images/generations',
  body: { ...body, ...bodyChanges },
  ...changes,
});

function multipart(fields: Record<string, string | File>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

const ResultSchema = z.object({
  custom_id: z.string(),
  response: z.object({ status_code: z.number(), body: z.unknown() }).nullable(),
  error: z.object({ code: z.string() }).nullable(),
});

describe('the Batch API of OpenAI', () => {
  let url: string;
  let client: OpenAI;
  beforeEach(async () => {
    ({ url } = await openSandbox());
    client = open('sandbox-openai-key-1');
  });

  const open = (apiKey: string) => new OpenAI({ apiKey, baseURL: `${url}/openai/v1`, maxRetries: 0 });

  const upload = (text: string, name = 'lines.jsonl') =>
    client.files.create({ file: new File([text], name), purpose: 'batch', expires_after: KEPT });

  async function create(lines: readonly object[], changes: object = {}) {
    const file = await upload(lines.map((line) => JSON.stringify(line)).join('\n'));
    return client.batches.create({ ...ORDER, input_file_id: file.id, ...changes });
  }

  const readFile = async (id: string) =>
    (await (await client.files.content(id)).text())
      .trimEnd()
      .split('\n')
      .map((line) => ResultSchema.parse(JSON.parse(line)));

  const waitFor = (id: string, status: string) =>
    vi.waitFor(async () => {
      const batch = await client.batches.retrieve(id);
      expect(batch.status).toBe(status);
      return batch;
    });

  it('makes each line once, at half price, and keeps what it made', async () => {
    const { id, status } = await create([makeLine('one'), makeLine('two')]);
    expect(status).toBe('validating');
    const batch = await waitFor(id, 'completed');
    expect(batch).toMatchObject({ request_counts: { total: 2, completed: 2, failed: 0 }, error_file_id: '' });
    const results = await readFile(batch.output_file_id ?? '');
    expect(results.map(({ custom_id: key }) => key).toSorted()).toEqual(['one', 'two']);
    expect(await readFile(batch.output_file_id ?? '')).toMatchObject(
      results.map(({ custom_id, response }) => ({ custom_id, response: { body: response?.body } })),
    );
    expect((await readCalls(url)).providers['openai']).toEqual({
      received: 2,
      answered: 2,
      paid: 2,
      halfPrice: 2,
    });
  });

  it('edits pictures in data URLs, and refuses others', async () => {
    const picture = await sharp({ create: { width: 32, height: 32, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const edit = (id: string, images: unknown) => makeLine(id, { url: '/v1/images/edits' }, { images });
    const { id } = await create(
      [
        edit('good', [{ image_url: `data:image/png;base64,${picture.toString('base64')}` }]),
        edit('none', undefined),
        edit('remote', [{ image_url: 'https://studio.example/picture.png' }]),
        edit('broken', [{ image_url: 'data:image/png;base64,AAAA' }]),
      ],
      { endpoint: '/v1/images/edits' },
    );
    const batch = await waitFor(id, 'completed');
    expect(batch.request_counts).toEqual({ total: 4, completed: 1, failed: 3 });
    expect(await readFile(batch.output_file_id ?? '')).toMatchObject([{ custom_id: 'good' }]);
    const errors = await readFile(batch.error_file_id ?? '');
    expect(errors.map(({ response }) => response?.status_code)).toEqual([400, 400, 400]);
  });

  it.each([
    ['an empty file', '', 'empty_file'],
    ['a line that is no JSON', '{', 'invalid_json_line'],
    ['a line without an id', JSON.stringify(makeLine('', { custom_id: undefined })), 'invalid_json_line'],
    ['another method', JSON.stringify(makeLine('a', { method: 'GET' })), 'invalid_json_line'],
    ['another endpoint', JSON.stringify(makeLine('a', { url: '/v1/responses' })), 'mismatched_url'],
    [
      'an id that is not unique',
      `${JSON.stringify(makeLine('a'))}\n${JSON.stringify(makeLine('a'))}`,
      'duplicate_custom_id',
    ],
    [
      'two models',
      `${JSON.stringify(makeLine('a'))}\n${JSON.stringify(makeLine('b', {}, { model: 'gpt-image-2' }))}`,
      'mismatched_model',
    ],
  ])('fails a batch with %s', async (_, text, code) => {
    const file = await upload(text);
    const { id } = await client.batches.create({ ...ORDER, input_file_id: file.id });
    const batch = await waitFor(id, 'failed');
    expect(batch.errors?.data?.[0]).toMatchObject({ code });
    expect(batch.output_file_id).toBeNull();
    expect((await readCalls(url)).providers['openai']).toBeUndefined();
  });

  it('refuses wrong files and wrong batches', async () => {
    await expect(upload('{}', 'lines.txt')).rejects.toThrow('Must be .jsonl');
    await expect(
      client.files.create({ file: new File(['{}'], 'a.jsonl'), purpose: 'vision' }),
    ).rejects.toThrow('purpose');
    await expect(
      client.post('/files', {
        body: multipart({ file: new File(['{}'], 'a.jsonl'), purpose: 'batch', name: 'lines' }),
      }),
    ).rejects.toThrow("Unknown parameter: 'name'");
    await expect(create([], { input_file_id: 'file-unknown' })).rejects.toThrow('No such File');
    await expect(create([makeLine('a')], { endpoint: '/v1/embeddings' })).rejects.toThrow('endpoint');
    await expect(create([makeLine('a')], { completion_window: '1h' })).rejects.toThrow('completion_window');
    await expect(create([makeLine('a')], { priority: 1 })).rejects.toThrow('Unknown parameter');
    await expect(create([makeLine('a')], { metadata: { id: 'x'.repeat(513) } })).rejects.toThrow('metadata');
    const many = Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`key-${index}`, 'x']));
    await expect(create([makeLine('a')], { metadata: many })).rejects.toThrow('16 pairs');
  });

  it('lists batches newest first, page by page, and only those of the key', async () => {
    await control(url, 'batches', { do: 'set', manual: true });
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c']) ids.unshift((await create([makeLine(name)])).id);
    const listed: string[] = [];
    for await (const batch of client.batches.list({ limit: 2 })) listed.push(batch.id);
    expect(listed).toEqual(ids);
    const stranger = open('sandbox-openai-key-2');
    expect((await stranger.batches.list()).data).toEqual([]);
    await expect(stranger.batches.retrieve(ids[0] ?? '')).rejects.toMatchObject({ status: 404 });
    await expect(open('no-such-key').batches.list()).rejects.toMatchObject({ status: 401 });
  });

  it('makes lines when told to, and expires the others after a day', async () => {
    await control(url, 'batches', { do: 'set', manual: true });
    const { id } = await create([makeLine('one'), makeLine('two'), makeLine('three')]);
    await control(url, 'batches', { do: 'advance', lines: 0 });
    expect(await client.batches.retrieve(id)).toMatchObject({ status: 'in_progress', output_file_id: null });
    await control(url, 'batches', { do: 'advance', lines: 1, batch: id });
    expect((await client.batches.retrieve(id)).request_counts).toMatchObject({ completed: 1 });
    await control(url, 'clock', { advanceSeconds: DAY_SECONDS - 10 });
    expect((await client.batches.retrieve(id)).status).toBe('in_progress');
    await control(url, 'clock', { advanceSeconds: 20 });
    const batch = await client.batches.retrieve(id);
    expect(batch.status).toBe('expired');
    expect(await readFile(batch.output_file_id ?? '')).toHaveLength(1);
    expect(await readFile(batch.error_file_id ?? '')).toMatchObject([
      { custom_id: 'two', response: null, error: { code: 'batch_expired' } },
      { custom_id: 'three', response: null, error: { code: 'batch_expired' } },
    ]);
    expect((await readCalls(url)).providers['openai']).toMatchObject({ paid: 1 });
  });

  it('cancels in two steps, and not twice', async () => {
    await control(url, 'batches', { do: 'set', manual: true });
    const { id } = await create([makeLine('one'), makeLine('two')]);
    await control(url, 'batches', { do: 'advance', lines: 1 });
    expect((await client.batches.cancel(id)).status).toBe('cancelling');
    await control(url, 'batches', { do: 'advance' });
    const batch = await client.batches.retrieve(id);
    expect(batch).toMatchObject({ status: 'cancelled', request_counts: { completed: 1 } });
    expect(await readFile(batch.error_file_id ?? '')).toMatchObject([{ error: { code: 'batch_cancelled' } }]);
    await expect(client.batches.cancel(id)).rejects.toMatchObject({ status: 400 });
  });

  it('deletes files when the client said', async () => {
    const file = await client.files.create({
      file: new File([JSON.stringify(makeLine('one'))], 'lines.jsonl'),
      purpose: 'batch',
      expires_after: { anchor: 'created_at', seconds: 3_600 },
    });
    const expiry = { anchor: 'created_at', seconds: 7_200 } as const;
    const order = { ...ORDER, input_file_id: file.id, output_expires_after: expiry };
    const { id } = await client.batches.create(order);
    const { output_file_id: output } = await waitFor(id, 'completed');
    await control(url, 'clock', { advanceSeconds: 3_601 });
    await expect(client.batches.create(order)).rejects.toThrow('No such File');
    expect(await readFile(output ?? '')).toHaveLength(1);
    await control(url, 'clock', { advanceSeconds: 3_600 });
    await expect(client.files.content(output ?? '')).rejects.toMatchObject({ status: 404 });
  });

  it('applies faults to lines by their prompts, and to calls only by name', async () => {
    await addFaults(url, [
      { provider: 'openai', match: { promptIncludes: 'blue' }, fault: { kind: 'refusal' } },
      {
        provider: 'openai',
        match: { operation: 'batch-create' },
        fault: { kind: 'server-error', paid: true },
      },
    ]);
    const lines = [makeLine('red'), makeLine('blue', {}, { prompt: 'a blue house' })];
    await expect(create(lines, { metadata: { id: 'job-1' } })).rejects.toMatchObject({ status: 500 });
    const [created] = (await client.batches.list()).data;
    expect(created?.metadata).toEqual({ id: 'job-1' });
    const batch = await waitFor(created?.id ?? '', 'completed');
    expect(batch.request_counts).toEqual({ total: 2, completed: 1, failed: 1 });
  });

  it('applies faults to all calls of one batch', async () => {
    const fault = { kind: 'server-error' };
    const [failing, other] = await Promise.all(
      ['job-1', 'job-2'].map((id) => create([makeLine('one')], { metadata: { id } })),
    );
    const files: string[] = [];
    for (const each of [failing, other]) {
      files.push((await waitFor(each?.id ?? '', 'completed')).output_file_id ?? '');
    }
    for (const operation of ['batch', 'batch-results']) {
      const match = { operation, promptIncludes: 'job-1' };
      await addFaults(url, [{ provider: 'openai', match, fault }]);
    }
    const id = failing?.id ?? '';
    await expect(client.batches.retrieve(id)).rejects.toMatchObject({ status: 500 });
    await expect(client.batches.cancel(id)).rejects.toMatchObject({ status: 500 });
    await expect(client.files.content(files[0] ?? '')).rejects.toMatchObject({ status: 500 });
    expect((await client.batches.retrieve(other?.id ?? '')).status).toBe('completed');
    expect(await readFile(files[1] ?? '')).toHaveLength(1);
  });
});
