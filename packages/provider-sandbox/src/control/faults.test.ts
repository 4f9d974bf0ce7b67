import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  addFaults,
  generateWithOpenAi,
  generateWithStability,
  openSandbox,
  postJson,
  readCalls,
} from '../testing.ts';

let url: string;
beforeEach(async () => {
  ({ url } = await openSandbox());
});

const countsOf = async (provider = 'openai') => (await readCalls(url)).providers[provider];
const onOpenAi = (fault: Record<string, unknown>, rest: Record<string, unknown> = {}) =>
  addFaults(url, [{ provider: 'openai', fault, ...rest }]);

async function waitForHeld(count: number): Promise<void> {
  for (;;) {
    const held: unknown = await (await fetch(`${url}/control/held`)).json();
    if (JSON.stringify(held).startsWith(`{"held":${count},`)) return;
    await sleep(10);
  }
}

describe('faults with a reply', () => {
  it.each([
    [{ kind: 'rate-limit', retryAfterSeconds: 3 }, 429, 'rate_limit_exceeded'],
    [{ kind: 'server-error' }, 500, 'server_error'],
    [{ kind: 'server-error', status: 503 }, 503, 'server_error'],
    [{ kind: 'key-rejected' }, 401, 'invalid_api_key'],
    [{ kind: 'key-rejected', reason: 'no-credit' }, 429, 'insufficient_quota'],
    [{ kind: 'key-rejected', reason: 'unverified' }, 403, 'must be verified'],
    [{ kind: 'refusal' }, 400, 'moderation_blocked'],
  ])('%j answers %i and charges nothing', async (fault, status, text) => {
    await onOpenAi(fault);
    const response = await generateWithOpenAi(url);
    expect(response.status).toBe(status);
    expect(await response.text()).toContain(text);
    expect(await countsOf()).toEqual({ received: 1, answered: 1, paid: 0 });
  });

  it('reports the delay of a rate limit', async () => {
    await onOpenAi({ kind: 'rate-limit', retryAfterSeconds: 3 });
    expect((await generateWithOpenAi(url)).headers.get('retry-after')).toBe('3');
  });

  it.each([
    [{ kind: 'wrong-content' }, 'text/html'],
    [{ kind: 'broken-json' }, 'application/json'],
    [{ kind: 'truncate' }, 'application/json'],
  ])('%j answers 200 with unreadable content and charges', async (fault, type) => {
    await onOpenAi(fault);
    const response = await generateWithOpenAi(url);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(type);
    await expect(response.json()).rejects.toThrow(SyntaxError);
    expect(await countsOf()).toEqual({ received: 1, answered: 1, paid: 1 });
  });

  it('truncates an image but not its headers', async () => {
    const whole = await (await generateWithStability(url, { seed: '5' })).bytes();
    await addFaults(url, [{ provider: 'stability', fault: { kind: 'truncate' } }]);
    const response = await generateWithStability(url, { seed: '5' });
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(await response.bytes()).toEqual(whole.subarray(0, Math.floor(whole.length / 2)));
  });

  it('charges before failing if the rule says so', async () => {
    await onOpenAi({ kind: 'server-error', paid: true });
    expect((await generateWithOpenAi(url)).status).toBe(500);
    expect((await countsOf())?.paid).toBe(1);
  });
});

describe('faults of the connection', () => {
  it.each([
    ['before', 0],
    ['after', 1],
  ])('resets %s the work: %i paid', async (at, paid) => {
    await onOpenAi({ kind: 'reset', at });
    await expect(generateWithOpenAi(url)).rejects.toThrow('fetch failed');
    expect(await countsOf()).toEqual({ received: 1, answered: 0, paid });
  });

  it('resets in the middle of the body', async () => {
    await onOpenAi({ kind: 'reset', at: 'mid-body' });
    const response = await generateWithOpenAi(url);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
    expect(await countsOf()).toEqual({ received: 1, answered: 0, paid: 1 });
  });

  it.each([
    [{}, 0],
    [{ paid: true }, 1],
  ])('never answers on a time-out (%j)', async (options, paid) => {
    await onOpenAi({ kind: 'time-out', ...options });
    await expect(generateWithOpenAi(url, {}, { signal: AbortSignal.timeout(300) })).rejects.toThrow(
      'timeout',
    );
    // It may have hung up before the call was booked.
    await expect.poll(() => countsOf()).toMatchObject({ answered: 0, paid });
  });
});

describe('holds', () => {
  it('holds calls until released; disconnected clients pay too', async () => {
    await onOpenAi({ kind: 'hold' }, { times: 2 });
    const gone = new AbortController();
    const first = generateWithOpenAi(url, { prompt: 'waits' });
    const second = generateWithOpenAi(url, { prompt: 'hangs up' }, { signal: gone.signal });
    await waitForHeld(2);
    gone.abort();
    await expect(second).rejects.toThrow('aborted');
    expect((await generateWithOpenAi(url, { prompt: 'passes' })).status).toBe(200);
    expect((await countsOf())?.paid).toBe(1);
    expect(await (await fetch(`${url}/control/release`, { method: 'POST' })).json()).toEqual({ released: 2 });
    expect((await first).status).toBe(200);
    const answer = await fetch(`${url}/control/calls?promptIncludes=hangs`);
    expect(Object.keys(Object(await answer.json()).prompts)).toEqual(['hangs up']);
    await expect
      .poll(async () => (await readCalls(url)).prompts['hangs up'])
      .toEqual({ received: 1, answered: 0, paid: 1 });
  });

  it('applies the rules at the release to a call that was held before the work', async () => {
    await onOpenAi({ kind: 'hold' });
    const call = generateWithOpenAi(url);
    await waitForHeld(1);
    await fetch(`${url}/control/faults`, { method: 'DELETE' });
    await onOpenAi({ kind: 'server-error' });
    await fetch(`${url}/control/release`, { method: 'POST' });
    expect((await call).status).toBe(500);
    expect(await countsOf()).toMatchObject({ received: 1, paid: 0 });
  });

  it('holds after the work', async () => {
    await onOpenAi({ kind: 'hold', at: 'after' });
    const call = generateWithOpenAi(url);
    await waitForHeld(1);
    expect((await countsOf())?.paid).toBe(1);
    await fetch(`${url}/control/release`, { method: 'POST' });
    expect((await call).status).toBe(200);
  });
});

describe('rules', () => {
  const statusOf = async (fields: Record<string, unknown> = {}) =>
    (await generateWithOpenAi(url, fields)).status;

  it('match by prompt and key, a limited number of times', async () => {
    const fault = { kind: 'server-error' };
    await addFaults(url, [
      { provider: 'openai', match: { promptIncludes: 'broken' }, times: 1, fault },
      { provider: 'openai', match: { key: 'sandbox-openai-key-2' }, fault },
      { provider: 'xai', fault },
    ]);
    expect(await statusOf({ prompt: 'a broken cup' })).toBe(500);
    expect(await statusOf({ prompt: 'a broken cup' })).toBe(200);
    expect(await statusOf()).toBe(200);
    await fetch(`${url}/control/faults`, { method: 'DELETE' });
    await fetch(`${url}/control/calls`, { method: 'DELETE' });
    expect(await countsOf()).toBeUndefined();
    await addFaults(url, [{ provider: 'openai', match: { promptIncludes: ['red', 'cup'] }, fault }]);
    expect(await statusOf({ prompt: 'a red vase' })).toBe(200);
    expect(await statusOf({ prompt: 'a cup of red' })).toBe(500);
    await fetch(`${url}/control/faults`, { method: 'DELETE' });
    await fetch(`${url}/control/calls`, { method: 'DELETE' });
    for (let call = 0; call < 4; call += 1) expect(await statusOf({ prompt: 'broken' })).toBe(200);
  });

  it('apply with a probability, repeatably for the same seed', async () => {
    const strike = async () => {
      await fetch(`${url}/control/faults`, { method: 'DELETE' });
      await onOpenAi({ kind: 'server-error' }, { probability: 0.3, seed: 'any' });
      const statuses = [];
      for (let call = 0; call < 30; call += 1) statuses.push(await statusOf({}));
      return statuses;
    };
    const first = await strike();
    expect(new Set(first)).toEqual(new Set([200, 500]));
    expect(await strike()).toEqual(first);
  });

  it.each([
    [{ fault: { kind: 'server-error' } }],
    [{ provider: 'openai', fault: { kind: 'earthquake' } }],
    [{ provider: 'openai', fault: { kind: 'slow' } }],
    [{ provider: 'openai', match: { model: 'x' }, fault: { kind: 'time-out' } }],
  ])('rejects %j', async (rule) => {
    expect((await postJson(`${url}/control/faults`, [rule])).status).toBe(400);
  });
});

describe('calls', () => {
  it('are reported by key, by prompt and one by one', async () => {
    await generateWithOpenAi(url, { prompt: 'one' });
    await generateWithOpenAi(url, { prompt: 'two', n: 99 });
    const { keys, prompts, calls } = await readCalls(url);
    expect(keys['sandbox-openai-key-1']).toEqual({ received: 2, answered: 2, paid: 1 });
    expect(prompts['one']?.paid).toBe(1);
    expect(calls).toEqual([
      { prompt: 'one', status: 200, paid: 1, state: 'answered' },
      { prompt: '', status: 400, paid: 0, state: 'answered' },
    ]);
  });

  it('can be slowed individually', async () => {
    await onOpenAi({ kind: 'slow', ms: 60_000 }, { match: { promptIncludes: 'slow' } });
    const signal = AbortSignal.timeout(200);
    await expect(generateWithOpenAi(url, { prompt: 'slow' }, { signal })).rejects.toThrow('timeout');
    expect((await generateWithOpenAi(url)).status).toBe(200);
  });

  it('take the configured latency', async () => {
    await postJson(`${url}/control/latency`, { provider: 'openai', ms: 60_000 });
    await expect(generateWithOpenAi(url, {}, { signal: AbortSignal.timeout(200) })).rejects.toThrow(
      'timeout',
    );
    expect((await generateWithStability(url)).status).toBe(200);
  });
});
