import { GoogleGenAI } from '@google/genai';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { addFaults, control, openSandbox, readCalls } from '../testing.ts';

const model = 'gemini-nano-banana-2.1';
const HOUR_SECONDS = 60 * 60;

const makeLine = (key: string, text = 'a red house', aspectRatio = '1:1') => ({
  key,
  request: {
    contents: [{ role: 'user', parts: [{ text }] }],
    generationConfig: { responseModalities: ['IMAGE'], imageConfig: { aspectRatio, imageSize: '1K' } },
  },
});

const ResultSchema = z.object({
  key: z.string(),
  response: z.object({ usageMetadata: z.unknown() }).optional(),
  error: z.object({ code: z.number(), message: z.string() }).optional(),
});

describe('the Batch API of Gemini', () => {
  let url: string;
  let client: GoogleGenAI;
  beforeEach(async () => {
    ({ url } = await openSandbox());
    client = open('sandbox-google-key-1');
  });

  const open = (apiKey: string) =>
    new GoogleGenAI({ apiKey, httpOptions: { baseUrl: `${url}/google`, apiVersion: 'v1beta' } });

  async function upload(text: string): Promise<string> {
    const file = new Blob([text]);
    const { name } = await client.files.upload({ file, config: { mimeType: 'application/jsonl' } });
    return name ?? '';
  }

  async function create(lines: readonly object[], displayName = 'job-1') {
    const fileName = await upload(lines.map((line) => JSON.stringify(line)).join('\n'));
    return client.batches.create({ model, src: { fileName }, config: { displayName } });
  }

  const waitFor = (name: string | undefined, state: string) =>
    vi.waitFor(async () => {
      const batch = await client.batches.get({ name: name ?? '' });
      expect(batch.state).toBe(state);
      return batch;
    });

  const download = (file: string | undefined, key = 'sandbox-google-key-1') =>
    fetch(`${url}/google/v1beta/${file}:download?alt=media`, { headers: { 'x-goog-api-key': key } });

  const readFile = async (file: string | undefined) =>
    (await (await download(file)).text())
      .trimEnd()
      .split('\n')
      .map((line) => ResultSchema.parse(JSON.parse(line)));

  it('makes each line once, at half price, in the order of the input', async () => {
    const created = await create([makeLine('one'), makeLine('two')]);
    expect(created).toMatchObject({ state: 'JOB_STATE_PENDING', displayName: 'job-1' });
    const { dest } = await waitFor(created.name, 'JOB_STATE_SUCCEEDED');
    expect((await readFile(dest?.fileName)).map(({ key }) => key)).toEqual(['one', 'two']);
    expect((await readCalls(url)).providers['google']).toEqual({
      received: 2,
      answered: 2,
      paid: 2,
      halfPrice: 2,
    });
  });

  it('takes files of several chunks', async () => {
    const long = makeLine('long', `a red house ${' '.repeat(9_000_000)}`);
    const { name } = await create([long]);
    const { dest } = await waitFor(name, 'JOB_STATE_SUCCEEDED');
    expect(await readFile(dest?.fileName)).toMatchObject([{ key: 'long' }]);
  });

  it('writes the error of a line beside the results of others', async () => {
    await addFaults(url, [
      { provider: 'google', match: { promptIncludes: 'blue' }, fault: { kind: 'refusal' } },
      {
        provider: 'google',
        match: { promptIncludes: 'green' },
        fault: { kind: 'server-error', status: 503 },
      },
    ]);
    const { name } = await create([
      makeLine('good'),
      makeLine('wrong', 'a house', '7:1'),
      makeLine('refused', 'a blue house'),
      makeLine('failed', 'a green house'),
    ]);
    const { dest } = await waitFor(name, 'JOB_STATE_SUCCEEDED');
    expect(await readFile(dest?.fileName)).toMatchObject([
      { key: 'good', response: { usageMetadata: expect.anything() } },
      { key: 'wrong', error: { code: 3 } },
      { key: 'refused', response: { usageMetadata: expect.anything() } },
      { key: 'failed', error: { code: 14 } },
    ]);
    expect((await readCalls(url)).providers['google']).toMatchObject({ paid: 1 });
  });

  it('applies faults to all calls of one batch', async () => {
    const fault = { kind: 'server-error' };
    const [failing, other] = await Promise.all(['job-1', 'job-2'].map((id) => create([makeLine('one')], id)));
    const files = [];
    for (const each of [failing, other]) {
      files.push((await waitFor(each?.name, 'JOB_STATE_SUCCEEDED')).dest?.fileName);
    }
    for (const operation of ['batch', 'batch-results']) {
      const match = { operation, promptIncludes: 'job-1' };
      await addFaults(url, [{ provider: 'google', match, fault }]);
    }
    const name = failing?.name ?? '';
    await expect(client.batches.get({ name })).rejects.toMatchObject({ status: 500 });
    await expect(client.batches.cancel({ name })).rejects.toMatchObject({ status: 500 });
    expect((await download(files[0])).status).toBe(500);
    expect((await client.batches.get({ name: other?.name ?? '' })).state).toBe('JOB_STATE_SUCCEEDED');
    expect((await download(files[1])).status).toBe(200);
  });

  it.each([
    ['an empty line', '\n'],
    ['a line that is no JSON', '{'],
    ['a line without a key', '{"request":{}}'],
    ['a key that is not unique', `${JSON.stringify(makeLine('a'))}\n${JSON.stringify(makeLine('a'))}`],
  ])('fails a batch with %s', async (_, text) => {
    const src = { fileName: await upload(text) };
    const { name } = await client.batches.create({ model, src, config: { displayName: 'job-1' } });
    expect((await waitFor(name, 'JOB_STATE_FAILED')).dest).toBeUndefined();
  });

  it('refuses wrong batches', async () => {
    const fileName = await upload(JSON.stringify(makeLine('a')));
    const config = { displayName: 'job-1' };
    const src = { fileName };
    await expect(client.batches.create({ model: 'imagen-4', src, config })).rejects.toMatchObject({
      status: 404,
    });
    await expect(client.batches.create({ model, src, config: {} })).rejects.toMatchObject({ status: 400 });
    const other = { fileName: 'files/unknown' };
    await expect(client.batches.create({ model, src: other, config })).rejects.toMatchObject({ status: 403 });
    const stranger = open('sandbox-google-key-2');
    await expect(stranger.batches.create({ model, src, config })).rejects.toMatchObject({ status: 403 });
    const inline = [{ contents: 'a red house' }];
    await expect(client.batches.create({ model, src: inline, config })).rejects.toMatchObject({
      status: 400,
    });
  });

  it('lists batches newest first, page by page, and only those of the key', async () => {
    await control(url, 'batches', { do: 'set', manual: true });
    const names: unknown[] = [];
    for (const key of ['a', 'b', 'c']) names.unshift((await create([makeLine(key)])).name);
    const listed: unknown[] = [];
    for await (const batch of await client.batches.list({ config: { pageSize: 2 } })) listed.push(batch.name);
    expect(listed).toEqual(names);
    const stranger = open('sandbox-google-key-2');
    expect((await stranger.batches.list({ config: { pageSize: 2 } })).page).toEqual([]);
    await expect(stranger.batches.get({ name: String(names[0]) })).rejects.toMatchObject({ status: 404 });
  });

  it('expires after two days, without results', async () => {
    await control(url, 'batches', { do: 'set', manual: true });
    const { name } = await create([makeLine('one'), makeLine('two')]);
    await control(url, 'batches', { do: 'advance', lines: 1 });
    expect(await client.batches.get({ name: name ?? '' })).toMatchObject({ state: 'JOB_STATE_RUNNING' });
    await control(url, 'clock', { advanceSeconds: 48 * HOUR_SECONDS });
    const batch = await client.batches.get({ name: name ?? '' });
    expect(batch.state).toBe('JOB_STATE_EXPIRED');
    expect(batch.dest).toBeUndefined();
  });

  it('keeps what a canceled batch has made', async () => {
    await control(url, 'batches', { do: 'set', manual: true });
    const { name = '' } = await create([makeLine('one'), makeLine('two')]);
    await control(url, 'batches', { do: 'advance', lines: 1 });
    await client.batches.cancel({ name });
    await control(url, 'batches', { do: 'advance' });
    const { state, dest } = await client.batches.get({ name });
    expect(state).toBe('JOB_STATE_CANCELLED');
    expect(await readFile(dest?.fileName)).toMatchObject([{ key: 'one' }]);
    await expect(client.batches.cancel({ name })).rejects.toMatchObject({ status: 400 });
  });

  it('deletes results after two days, and hides them from other keys', async () => {
    const { name } = await create([makeLine('one')]);
    const { dest } = await waitFor(name, 'JOB_STATE_SUCCEEDED');
    expect((await download(dest?.fileName, 'sandbox-google-key-2')).status).toBe(403);
    expect((await download(dest?.fileName)).status).toBe(200);
    await control(url, 'clock', { advanceSeconds: 48 * HOUR_SECONDS });
    expect((await download(dest?.fileName)).status).toBe(403);
  });
});
