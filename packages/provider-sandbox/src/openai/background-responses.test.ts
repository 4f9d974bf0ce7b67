import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addFaults, askOpenAi, openSandbox, readCalls } from '../testing.ts';

const ResponseSchema = z.looseObject({ id: z.string(), status: z.string() });

describe('a background response of OpenAI', () => {
  let url: string;
  beforeEach(async () => {
    ({ url } = await openSandbox());
  });

  const start = async (fields: Record<string, unknown> = {}) => {
    const response = await askOpenAi(url, {}, { background: true, store: true, ...fields });
    expect(response.status).toBe(200);
    return ResponseSchema.parse(await response.json());
  };
  const send = (method: string, path: string, key = 1) =>
    fetch(`${url}/openai/v1/responses/${path}`, {
      method,
      headers: { authorization: `Bearer sandbox-openai-key-${key}` },
    });
  const read = async (id: string) => ResponseSchema.parse(await (await send('GET', id)).json());
  const waitFor = (id: string, status: string) =>
    expect.poll(async () => (await read(id)).status, { interval: 20 }).toBe(status);

  it('is queued at once, then fetched as often as wanted, and charged once', async () => {
    const queued = await start();
    expect(queued).toMatchObject({
      object: 'response',
      status: 'queued',
      background: true,
      store: true,
      output: [],
      usage: null,
    });
    await waitFor(queued.id, 'completed');
    const found = await read(queued.id);
    expect(found).toMatchObject({
      id: queued.id,
      created_at: queued['created_at'],
      background: true,
      output: [{ type: 'reasoning' }, { type: 'message' }],
      usage: { input_tokens: 118 },
    });
    expect(await read(queued.id)).toEqual(found);
    expect((await readCalls(url)).operations).toMatchObject({
      'openai/describe': { received: 1, answered: 1, paid: 1 },
    });
  });

  it('is in progress until its work ends, also when nobody asks for it', async () => {
    await addFaults(url, [{ provider: 'openai', fault: { kind: 'hold' } }]);
    const { id } = await start();
    await waitFor(id, 'in_progress');
    await fetch(`${url}/control/release`, { method: 'POST' });
    await expect
      .poll(async () => (await readCalls(url)).operations['openai/describe'])
      .toMatchObject({ paid: 1 });
    await waitFor(id, 'completed');
  });

  it('is canceled once, and stays canceled', async () => {
    await addFaults(url, [{ provider: 'openai', fault: { kind: 'slow', ms: 60_000 } }]);
    const { id } = await start();
    for (let count = 0; count < 2; count += 1) {
      expect(await (await send('POST', `${id}/cancel`)).json()).toMatchObject({ id, status: 'cancelled' });
    }
    await expect
      .poll(async () => (await readCalls(url)).operations['openai/describe'])
      .toMatchObject({ paid: 1 });
    expect(await read(id)).toMatchObject({ status: 'cancelled', output: [] });
  });

  it('stays canceled when its work ends later', async () => {
    await addFaults(url, [{ provider: 'openai', fault: { kind: 'hold', at: 'after' } }]);
    const { id } = await start();
    const readCall = async () => (await readCalls(url)).operations['openai/describe'];
    await expect.poll(readCall).toMatchObject({ paid: 1 });
    await send('POST', `${id}/cancel`);
    await fetch(`${url}/control/release`, { method: 'POST' });
    expect(await read(id)).toMatchObject({ status: 'cancelled' });
    await expect.poll(readCall).toMatchObject({ answered: 1 });
    expect(await read(id)).toMatchObject({ status: 'cancelled', output: [] });
  });

  it('is returned as it is when it is canceled too late', async () => {
    const { id } = await start();
    await waitFor(id, 'completed');
    expect(await (await send('POST', `${id}/cancel`)).json()).toMatchObject({ status: 'completed' });
  });

  it.each([
    ['with another key', 2],
    ['that was deleted', 1],
  ])('is not found %s', async (_, key) => {
    const { id } = await start();
    await waitFor(id, 'completed');
    if (key === 1) {
      expect(await (await send('DELETE', id)).json()).toEqual({ id, object: 'response', deleted: true });
    }
    for (const [method, path] of [
      ['GET', id],
      ['POST', `${id}/cancel`],
      ['DELETE', id],
    ] as const) {
      const response = await send(method, path, key);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({
        error: { message: `Response with id '${id}' not found.`, type: 'invalid_request_error' },
      });
    }
  });

  it('needs `store`', async () => {
    const response = await askOpenAi(url, {}, { background: true, store: false });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { param: 'store' } });
  });

  it.each([
    [{ kind: 'refusal' }, { status: 'completed', output: [{}, { content: [{ type: 'refusal' }] }] }],
    [
      { kind: 'refusal', reason: 'content_filter' },
      { status: 'incomplete', incomplete_details: { reason: 'content_filter' } },
    ],
  ])('shows %j in its result, for free', async (fault, result) => {
    await addFaults(url, [{ provider: 'openai', fault }]);
    const { id } = await start();
    await waitFor(id, result.status);
    expect(await read(id)).toMatchObject(result);
    expect((await readCalls(url)).operations['openai/describe']).toMatchObject({ paid: 0 });
  });

  it('does its work although its reply is lost', async () => {
    await addFaults(url, [{ provider: 'openai', fault: { kind: 'reset', at: 'after' } }]);
    await expect(askOpenAi(url, {}, { background: true, store: true })).rejects.toThrow('fetch failed');
    await expect
      .poll(async () => (await readCalls(url)).operations['openai/describe'])
      .toEqual({ received: 1, answered: 0, paid: 1 });
  });

  it('does not start if its request is rejected', async () => {
    await addFaults(url, [{ provider: 'openai', fault: { kind: 'rate-limit', retryAfterSeconds: 1 } }]);
    expect((await askOpenAi(url, {}, { background: true, store: true })).status).toBe(429);
    expect((await readCalls(url)).operations['openai/describe']).toMatchObject({ paid: 0 });
  });
});
