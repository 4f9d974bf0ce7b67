import { beforeEach, describe, expect, it, vi } from 'vitest';
import OpenAI from 'openai';
import { z } from 'zod';
import { control, openSandbox, readCalls } from '../testing.ts';

const makeLine = (id: string, prompt = 'a red house') => ({
  custom_id: id,
  method: 'POST',
  url: '/v1/images/generations',
  body: { model: 'grok-imagine-image', prompt, n: 1 },
});

const BatchSchema = z.object({
  batch_id: z.string(),
  name: z.string(),
  cancel_time: z.string().nullable(),
  cancel_by_xai_message: z.string().nullable(),
  state: z.record(z.string(), z.number()),
});
const ResultsSchema = z.object({
  results: z.array(
    z.object({
      batch_request_id: z.string(),
      batch_result: z.object({
        response: z
          .object({
            image_generation: z.object({ data: z.tuple([z.object({ url: z.url() })]), usage: z.unknown() }),
          })
          .optional(),
      }),
      error_message: z.string(),
    }),
  ),
  pagination_token: z.string().nullable(),
});

describe('the Batch API of xAI', () => {
  let url: string;
  let client: OpenAI;
  beforeEach(async () => {
    ({ url } = await openSandbox());
    client = open('sandbox-xai-key-1');
  });

  /** xAI has no SDK for Node.js: its documentation uses plain requests. */
  const open = (apiKey: string) => new OpenAI({ apiKey, baseURL: `${url}/xai/v1`, maxRetries: 0 });

  function upload(
    content: string | Uint8Array<ArrayBuffer>,
    fields: Record<string, string> = { expires_after: '3600' },
  ) {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    body.set('file', new Blob([content]), 'lines.jsonl');
    const headers = { authorization: 'Bearer sandbox-xai-key-1' };
    return fetch(`${url}/xai/v1/files`, { method: 'POST', headers, body });
  }

  async function create(lines: readonly object[], name = 'job-1') {
    const file = await upload(lines.map((line) => JSON.stringify(line)).join('\n'));
    const { id } = z.object({ id: z.string() }).parse(await file.json());
    return BatchSchema.parse(await client.post('/batches', { body: { name, input_file_id: id } }));
  }

  const read = async (id: string) => BatchSchema.parse(await client.get(`/batches/${id}`));
  const readResults = async (id: string, query: object = {}) =>
    ResultsSchema.parse(await client.get(`/batches/${id}/results`, { query }));

  it('makes each line once, for the price of a call, with links that live for an hour', async () => {
    const { batch_id: id } = await create([makeLine('one'), makeLine('two')]);
    await vi.waitFor(async () =>
      expect((await read(id)).state).toMatchObject({ num_success: 2, num_pending: 0 }),
    );
    const first = await readResults(id, { limit: 1 });
    expect(first).toMatchObject({
      results: [
        { batch_result: { response: { image_generation: { usage: { cost_in_usd_ticks: 200_000_000 } } } } },
      ],
      pagination_token: '1',
    });
    expect((await readResults(id, { limit: 1, pagination_token: '1' })).pagination_token).toBeNull();
    const link = first.results[0]?.batch_result.response?.image_generation.data[0].url ?? '';
    expect((await fetch(link)).status).toBe(200);
    await control(url, 'clock', { advanceSeconds: 3_601 });
    expect((await fetch(link)).status).toBe(404);
    expect((await readCalls(url)).providers['xai']).toEqual({ received: 2, answered: 2, paid: 2 });
  });

  it.each<[string, string | Uint8Array<ArrayBuffer>, Record<string, string>]>([
    ['of more than 50 MB', Buffer.alloc(50_000_001), { expires_after: '3600' }],
    ['with an unknown field', '{}', { expires_after: '3600', name: 'lines' }],
    ['that expires within an hour', '{}', { expires_after: '3599' }],
  ])('refuses a file %s', async (_, content, fields) => {
    expect((await upload(content, fields)).status).toBe(400);
  });

  it('expires a file when the client said', async () => {
    const { id } = z.object({ id: z.string() }).parse(await (await upload('{}')).json());
    await control(url, 'clock', { advanceSeconds: 3_601 });
    await expect(
      client.post('/batches', { body: { name: 'job-1', input_file_id: id } }),
    ).rejects.toMatchObject({ status: 404 });
  });

  it('has no requests until its file is read, and cancels a batch with an invalid line', async () => {
    await control(url, 'batches', { do: 'set', manual: true });
    const { batch_id: id, state } = await create([makeLine('one'), { custom_id: 'two' }]);
    expect(state).toMatchObject({ num_requests: 0, num_pending: 0 });
    await control(url, 'batches', { do: 'advance' });
    expect((await read(id)).cancel_by_xai_message).toContain('line 2');
  });

  it('writes errors of lines, and keeps what was made before it was canceled', async () => {
    await control(url, 'batches', { do: 'set', manual: true });
    const { batch_id: id } = await create([makeLine('one'), makeLine('empty', ''), makeLine('three')]);
    await control(url, 'batches', { do: 'advance', lines: 2 });
    await client.post(`/batches/${id}:cancel`);
    await control(url, 'batches', { do: 'advance' });
    const batch = await read(id);
    expect(batch.cancel_time).not.toBeNull();
    expect(batch.state).toEqual({
      num_requests: 3,
      num_pending: 0,
      num_success: 1,
      num_error: 1,
      num_cancelled: 1,
    });
    const { results } = await readResults(id);
    expect(results.find((result) => result.batch_request_id === 'empty')?.error_message).not.toBe('');
    await expect(client.post(`/batches/${id}:cancel`)).rejects.toMatchObject({ status: 400 });
  });

  it('lists batches newest first, and only those of the key', async () => {
    const first = await create([makeLine('one')], 'job-1');
    const second = await create([makeLine('one')], 'job-2');
    const list = z.object({ batches: z.array(BatchSchema) });
    const { batches } = list.parse(await client.get('/batches', { query: { limit: 20 } }));
    expect(batches.map((batch) => batch.batch_id)).toEqual([second.batch_id, first.batch_id]);
    const stranger = open('sandbox-xai-key-2');
    expect(await stranger.get('/batches')).toMatchObject({ batches: [] });
    await expect(stranger.get(`/batches/${first.batch_id}`)).rejects.toMatchObject({ status: 404 });
  });
});
