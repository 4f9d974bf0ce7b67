import { HALF_PRICE_PROVIDERS, hasHalfPrice } from '@portal/contracts/half-price';
import sharp from 'sharp';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { HALF_PRICE_CASES } from '../conformance/half-price-cases.ts';
import { generateImage } from '../generate-image.ts';
import { createRequest } from '../testing/create-request.ts';
import {
  collect,
  collectPictures,
  createDescribeWork,
  createEditWork,
  createGenerateWork,
} from '../testing/half-price.ts';
import { startSandbox } from '../testing/start-sandbox.ts';
import type { HalfPriceAdapter, HalfPriceWork, ProviderBatch } from './half-price-adapter.ts';
import { openHalfPrice, type BatchProvider } from './open-half-price.ts';

// Draws many pictures; CI machines are slow.
vi.setConfig({ testTimeout: 60_000 });

const sandbox = await startSandbox();
const { signal } = new AbortController();
const since = new Date();
const PROMPTS = ['a red boat', 'a blue boat', 'a green boat', 'a white boat'];

beforeEach(() => sandbox.clear());

function expectMade<Made>(answer: { kind: 'made'; made: Made } | { kind: string }): Made {
  expect(answer).toMatchObject({ kind: 'made' });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked above
  return (answer as { made: Made }).made;
}

const create = async (adapter: HalfPriceAdapter, work: HalfPriceWork, id = 'job-1') =>
  expectMade<string>(await adapter.create(id, work, signal));

async function waitForState(adapter: HalfPriceAdapter, name: string, state: ProviderBatch['state']) {
  await vi.waitFor(async () => expect(await adapter.read(name, signal)).toMatchObject({ made: { state } }), {
    timeout: 20_000,
  });
  return expectMade<ProviderBatch>(await adapter.read(name, signal));
}

const PROVIDERS: BatchProvider[] = ['openai', 'google', 'xai'];

describe.each(PROVIDERS)('%s', (provider) => {
  const adapter = openHalfPrice(provider, sandbox.accessOf(provider));
  const generate = () => createGenerateWork(provider, PROMPTS);

  it.each(HALF_PRICE_CASES.filter((each) => each.provider === provider))('$name', async ({ check }) => {
    await sandbox.controlBatches({ do: 'set', manual: true });
    await check(sandbox.accessOf(provider));
    expect(await sandbox.count(provider)).toMatchObject({ paid: 0 });
  });

  it('makes pictures once, at half price, and reads them again', async () => {
    const name = await create(adapter, generate());
    expect(await waitForState(adapter, name, 'completed')).toMatchObject({
      name,
      counts: { total: 4, made: 4, failed: 0 },
    });
    const first = await collectPictures(adapter, name);
    expect(first.answers.map(([index]) => index)).toEqual([0, 1, 2, 3]);
    for (const [, answer] of first.answers) {
      expect(answer).toMatchObject({
        kind: 'made',
        made: { contentType: 'image/png' },
        usage: provider === 'xai' ? { dollars: 0.02 } : { outputTokens: provider === 'openai' ? 272 : 1_120 },
      });
    }
    expect(await collectPictures(adapter, name)).toEqual(first);
    const halfPrice = hasHalfPrice(provider) ? 4 : undefined;
    expect(await sandbox.count(provider)).toEqual({ received: 4, answered: 4, paid: 4, halfPrice });
  });

  it('converts each picture to the format that its line asked for', async () => {
    const name = await create(adapter, generate());
    await waitForState(adapter, name, 'completed');
    const contentTypeOf = (index: number) => (index % 2 === 0 ? 'image/png' : 'image/webp');
    const { answers } = await collect(adapter.readPictures(name, { contentTypeOf }, signal));
    expect(answers).toMatchObject(
      answers.map(([index]) => [index, { made: { contentType: contentTypeOf(index) } }]),
    );
    expect(answers).toHaveLength(4);
  });

  it('reads only the wanted lines', async () => {
    const name = await create(adapter, generate());
    await waitForState(adapter, name, 'completed');
    const { answers } = await collectPictures(adapter, name, 'image/jpeg', new Set([1, 3]));
    expect(answers).toMatchObject([
      [1, { made: { contentType: 'image/jpeg' } }],
      [3, { made: { contentType: 'image/jpeg' } }],
    ]);
  });

  it('finds the newest batch with the id, and none of other ids and keys', async () => {
    await sandbox.controlBatches({ do: 'set', manual: true });
    expect(await adapter.find('job-1', since, signal)).toEqual({ kind: 'made', made: undefined });
    const first = await create(adapter, generate());
    await create(adapter, generate(), 'job-10');
    expect(await adapter.find('job-1', since, signal)).toEqual({ kind: 'made', made: first });
    const second = await create(adapter, generate());
    expect(await adapter.find('job-1', since, signal)).toEqual({ kind: 'made', made: second });

    const access = sandbox.accessOf(provider);
    const stranger = openHalfPrice(provider, { ...access, apiKey: `sandbox-${provider}-key-2` });
    expect(await stranger.find('job-1', since, signal)).toEqual({ kind: 'made', made: undefined });
    expect(await stranger.read(first, signal)).toMatchObject({ kind: 'bad-request' });
    expect((await collectPictures(stranger, first)).failure).toMatchObject({ kind: 'bad-request' });
  });

  it('finds a batch behind others, page by page', async () => {
    await sandbox.controlBatches({ do: 'set', manual: true });
    const oldest = await create(adapter, generate());
    for (const id of ['job-2', 'job-3', 'job-4']) await create(adapter, generate(), id);
    const access = sandbox.accessOf(provider);
    let pages = 0;
    const inSmallPages: typeof fetch = (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      for (const name of ['limit', 'pageSize'])
        if (url.searchParams.has(name)) url.searchParams.set(name, '2');
      pages += 1;
      return fetch(url, init);
    };
    const { find } = openHalfPrice(provider, { ...access, fetch: inSmallPages });
    expect(await find('job-1', since, signal)).toEqual({ kind: 'made', made: oldest });
    expect(await find('job-0', since, signal)).toEqual({ kind: 'made', made: undefined });
    expect(pages).toBe(4);
  });

  it.each([
    [{ kind: 'reset', at: 'after' }, 'connection-lost', true],
    [{ kind: 'reset', at: 'mid-body' }, 'connection-lost', true],
    [{ kind: 'server-error', status: 503, paid: true }, 'unavailable', true],
    [{ kind: 'broken-json' }, 'broken-answer', true],
    [{ kind: 'reset', at: 'before' }, 'connection-lost', false],
    [{ kind: 'server-error', status: 500 }, 'unavailable', false],
    [{ kind: 'rate-limit', retryAfterSeconds: 7 }, 'rate-limited', false],
    [{ kind: 'key-rejected' }, 'key-rejected', false],
  ] as const)('after %o, which answers %s, finds the batch: %s', async (fault, kind, isCreated) => {
    await sandbox.addFault(provider, fault, { match: { operation: 'batch-create' }, times: 1 });
    expect(await adapter.create('job-1', generate(), signal)).toMatchObject({ kind });
    const found = expectMade<string | undefined>(await adapter.find('job-1', since, signal));
    expect(found !== undefined).toBe(isCreated);
    if (found === undefined) return;
    await waitForState(adapter, found, 'completed');
    expect((await collectPictures(adapter, found)).answers).toHaveLength(4);
    expect(await sandbox.count(provider)).toMatchObject({ paid: 4 });
  });

  it('reports what each line failed with, and reads the others', async () => {
    const match = (promptIncludes: string) => ({ match: { promptIncludes } });
    await sandbox.addFault(provider, { kind: 'refusal' }, match('red'));
    await sandbox.addFault(provider, { kind: 'rate-limit', retryAfterSeconds: 1 }, match('blue'));
    await sandbox.addFault(provider, { kind: 'server-error', status: 504 }, match('green'));
    const name = await create(adapter, generate());
    await waitForState(adapter, name, 'completed');
    expect((await collectPictures(adapter, name)).answers).toMatchObject([
      [0, { kind: 'refused' }],
      [1, { kind: 'rate-limited' }],
      [2, { kind: 'unavailable' }],
      [3, { kind: 'made' }],
    ]);
    expect(await sandbox.count(provider)).toMatchObject({ paid: 1 });
  });

  it('cancels what is not made, and reads what is', async () => {
    await sandbox.controlBatches({ do: 'set', manual: true });
    const name = await create(adapter, generate());
    await sandbox.controlBatches({ do: 'advance', lines: 1 });
    expect(await adapter.cancel(name, signal)).toEqual({ kind: 'made', made: undefined });
    expect(await adapter.read(name, signal)).toMatchObject({ made: { state: 'running' } });
    await sandbox.controlBatches({ do: 'advance' });
    await waitForState(adapter, name, 'cancelled');
    const kinds = (await collectPictures(adapter, name)).answers.map(([, { kind }]) => kind);
    expect(kinds).toEqual(provider === 'openai' ? ['made', 'cancelled', 'cancelled', 'cancelled'] : ['made']);
    expect(await sandbox.count(provider)).toMatchObject({ paid: 1 });
    expect(await adapter.cancel(name, signal)).toEqual({ kind: 'made', made: undefined });
  });

  it.each([
    [{ kind: 'reset', at: 'mid-body' }, 'connection-lost'],
    [{ kind: 'reset', at: 'before' }, 'connection-lost'],
    [{ kind: 'truncate' }, 'broken-answer'],
    [{ kind: 'wrong-content' }, 'wrong-content'],
    [{ kind: 'server-error', status: 503 }, 'unavailable'],
    [{ kind: 'rate-limit', retryAfterSeconds: 7 }, 'rate-limited'],
    [{ kind: 'key-rejected' }, 'key-rejected'],
  ] as const)('after %o during the download reports %s, and reads all the next time', async (fault, kind) => {
    const name = await create(adapter, generate());
    await waitForState(adapter, name, 'completed');
    const whole = await collectPictures(adapter, name);
    await sandbox.addFault(provider, fault, { match: { operation: 'batch-results' }, times: 1 });
    const broken = await collectPictures(adapter, name);
    expect(broken.failure).toMatchObject({ kind });
    // What was read before is valid.
    for (const answer of broken.answers) expect(whole.answers).toContainEqual(answer);
    expect(await collectPictures(adapter, name)).toEqual(whole);
    expect(await sandbox.count(provider)).toMatchObject({ paid: 4 });
  });

  it.each([
    [
      { kind: 'rate-limit', retryAfterSeconds: 7 },
      { kind: 'rate-limited', retryAfterSeconds: 7 },
    ],
    [{ kind: 'key-rejected' }, { kind: 'key-rejected' }],
    [{ kind: 'server-error', status: 500 }, { kind: 'unavailable' }],
    [{ kind: 'wrong-content' }, { kind: 'wrong-content' }],
  ] as const)('reports %o of a reading as %o', async (fault, expected) => {
    const name = await create(adapter, generate());
    await sandbox.addFault(provider, fault, { match: { operation: 'batch' } });
    expect(await adapter.read(name, signal)).toMatchObject(expected);
    expect(await adapter.find('job-1', since, signal)).toMatchObject(expected);
    expect(await adapter.create('job-2', generate(), signal)).toMatchObject(
      fault.kind === 'wrong-content' && provider === 'google' ? { kind: 'broken-answer' } : expected,
    );
  });

  it('sends the same request as a call now', async () => {
    const sent: string[] = [];
    const recordingFetch: typeof fetch = async (input, init) => {
      const { body } = init ?? {};
      if (body instanceof FormData) {
        const file = body.get('file');
        if (file instanceof File) sent.push(await file.text());
      } else if (body instanceof Blob) sent.push(await body.text());
      else if (typeof body === 'string') sent.push(body);
      return fetch(input, init);
    };
    const access = { ...sandbox.accessOf(provider), fetch: recordingFetch };
    const overrides =
      provider === 'openai' ? { background: 'transparent' } : { aspectRatio: '3:4', size: '2K' };
    const request = createRequest(provider, { ...overrides, prompt: 'a red boat' });
    const work = createGenerateWork(provider, ['a red boat'], overrides);
    expectMade(await generateImage(access, request, work.upstreamModel, signal));
    const now: unknown = JSON.parse(sent.at(-1) ?? '');
    sent.length = 0;
    await create(openHalfPrice(provider, access), work);
    const line: unknown = JSON.parse(sent.find((text) => text.includes('a red boat')) ?? '');
    expect(line).toEqual(
      provider === 'google'
        ? { key: '0', request: now }
        : { custom_id: '0', method: 'POST', url: '/v1/images/generations', body: now },
    );
  });

  it('throws what the source of its lines throws', async () => {
    const lines = (async function* () {
      await Promise.resolve();
      yield* [];
      throw new Error('no storage');
    })();
    const work = { kind: 'generate', upstreamModel: 'any', lines } as const;
    await expect(adapter.create('job-1', work, signal)).rejects.toThrow('no storage');
    await expect(adapter.create('job-1', { ...work, lines: [] }, signal)).rejects.toThrow('1 to 100 lines');
  });

  it('refuses an unknown model', async () => {
    const created = await adapter.create('job-1', { ...generate(), upstreamModel: 'no-such-model' }, signal);
    if (provider === 'google') return expect(created).toMatchObject({ kind: 'bad-request' });
    const name = expectMade<string>(created);
    await waitForState(adapter, name, 'completed');
    const { answers } = await collectPictures(adapter, name);
    return expect(answers.map(([, { kind }]) => kind)).toEqual(Array(4).fill('bad-request'));
  });
});

describe.each([...HALF_PRICE_PROVIDERS])('%s, with results in a file', (provider) => {
  const adapter = openHalfPrice(provider, sandbox.accessOf(provider));
  const generate = () => createGenerateWork(provider, PROMPTS);

  it('restyles a picture', async () => {
    const name = await create(adapter, await createEditWork(provider));
    await waitForState(adapter, name, 'completed');
    const { answers } = await collectPictures(adapter, name);
    expect(answers).toMatchObject([[0, { kind: 'made', usage: { imageInputTokens: expect.any(Number) } }]]);
    const [, answer] = answers[0] ?? [];
    const { width = 0, height = 1 } =
      answer?.kind === 'made' ? await sharp(answer.made.bytes).metadata() : {};
    expect(Math.abs(width / height / 1.5 - 1)).toBeLessThan(0.1);
  });

  it('describes a picture in the requested schema', async () => {
    const name = await create(adapter, await createDescribeWork(provider));
    await waitForState(adapter, name, 'completed');
    const { answers } = await collect(adapter.readTexts(name, {}, signal));
    const [, answer] = answers[0] ?? [];
    expect(answer).toMatchObject({ kind: 'made', usage: { outputTokens: expect.any(Number) } });
    expect(JSON.parse(answer?.kind === 'made' ? answer.made : '')).toMatchObject({
      title: expect.any(String),
      keywords: expect.any(Array),
    });
  });

  it('reads damaged pictures as failures of their lines', async () => {
    await sandbox.addFault(provider, { kind: 'truncate' }, { match: { promptIncludes: 'red' } });
    const name = await create(adapter, generate());
    await waitForState(adapter, name, 'completed');
    const { answers, failure } = await collectPictures(adapter, name);
    expect(failure).toBeUndefined();
    expect(answers[0]).toMatchObject([0, { kind: provider === 'openai' ? 'broken-answer' : 'unavailable' }]);
    expect(answers[1]).toMatchObject([1, { kind: 'made' }]);
  });

  it('says that lines of an expired batch were not made', async () => {
    await sandbox.controlBatches({ do: 'set', manual: true });
    const name = await create(adapter, generate());
    await sandbox.controlBatches({ do: 'advance', lines: 2 });
    expect(await adapter.read(name, signal)).toMatchObject({
      made: { state: 'running', counts: { made: 2 } },
    });
    expect((await collectPictures(adapter, name)).answers).toEqual([]);
    await sandbox.advanceClock((provider === 'openai' ? 24 : 48) * 60 * 60);
    await waitForState(adapter, name, 'expired');
    const { answers, failure } = await collectPictures(adapter, name);
    expect(failure).toBeUndefined();
    // Gemini has no results of expired batches.
    expect(answers.map(([, { kind }]) => kind)).toEqual(
      provider === 'openai' ? ['made', 'made', 'expired', 'expired'] : [],
    );
  });

  it('says that results are lost once they have expired', async () => {
    const name = await create(adapter, generate());
    await waitForState(adapter, name, 'completed');
    // OpenAI's are kept as long as the portal asks for.
    await sandbox.advanceClock((provider === 'openai' ? 72 : 48) * 60 * 60 - 60);
    expect((await collectPictures(adapter, name)).answers).toHaveLength(4);
    await sandbox.advanceClock(120);
    expect(await collectPictures(adapter, name)).toMatchObject({ answers: [], failure: { kind: 'lost' } });
  });
});

it.each([...HALF_PRICE_PROVIDERS])('notices that the results of %s lack a line', async (provider) => {
  const access = sandbox.accessOf(provider);
  const name = await create(openHalfPrice(provider, access), createGenerateWork(provider, PROMPTS));
  await waitForState(openHalfPrice(provider, access), name, 'completed');
  const cuttingFetch: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (!response.headers.get('content-type')?.includes('octet-stream')) return response;
    const lines = (await response.text()).trimEnd().split('\n');
    return new Response(lines.slice(0, -1).join('\n'), { headers: response.headers });
  };
  const { answers, failure } = await collectPictures(
    openHalfPrice(provider, { ...access, fetch: cuttingFetch }),
    name,
  );
  expect(answers).toHaveLength(3);
  expect(failure).toMatchObject({ kind: 'broken-answer', detail: '3 of 4 lines' });
});

it('asks OpenAI not to store texts', async () => {
  let line: unknown;
  const access = sandbox.accessOf('openai');
  const recordingFetch: typeof fetch = async (input, init) => {
    const file = init?.body instanceof FormData ? init.body.get('file') : null;
    if (file instanceof File) line = JSON.parse(await file.text());
    return fetch(input, init);
  };
  const adapter = openHalfPrice('openai', { ...access, fetch: recordingFetch });
  await create(adapter, await createDescribeWork('openai'));
  expect(line).toMatchObject({ url: '/v1/responses', body: { store: false, max_output_tokens: 8_000 } });
  expect(line).not.toHaveProperty('body.background');
});

describe('links of xAI', () => {
  const access = sandbox.accessOf('xai');
  const adapter = openHalfPrice('xai', access);

  it('are read while the batch runs, and lost after an hour', async () => {
    await sandbox.controlBatches({ do: 'set', manual: true });
    const name = await create(adapter, createGenerateWork('xai', PROMPTS));
    await sandbox.controlBatches({ do: 'advance', lines: 2 });
    expect((await collectPictures(adapter, name)).answers).toMatchObject([
      [0, { kind: 'made' }],
      [1, { kind: 'made' }],
    ]);
    await sandbox.advanceClock(60 * 60 + 1);
    await sandbox.controlBatches({ do: 'advance', lines: 1 });
    const kinds = (await collectPictures(adapter, name)).answers.map(([, { kind }]) => kind);
    expect(kinds).toEqual(['lost', 'lost', 'made']);
  });

  it('say nothing of the line when they cannot be fetched now', async () => {
    const name = await create(adapter, createGenerateWork('xai', PROMPTS));
    await waitForState(adapter, name, 'completed');
    const brokenFetch: typeof fetch = async (input, init) => {
      if (typeof input === 'string' && input.includes('/pictures/')) throw new TypeError('fetch failed');
      return fetch(input, init);
    };
    const broken = openHalfPrice('xai', { ...access, fetch: brokenFetch });
    expect(await collectPictures(broken, name)).toMatchObject({ answers: [], failure: expect.anything() });
    expect((await collectPictures(adapter, name)).answers).toHaveLength(4);
  });
});

it('says why OpenAI did not accept a batch', async () => {
  const adapter = openHalfPrice('openai', sandbox.accessOf('openai'));
  const line = { index: 0, request: createRequest('openai') };
  const work = { kind: 'generate', upstreamModel: 'gpt-image-2.5-flare', lines: [line, line] } as const;
  const name = await create(adapter, work);
  const batch = await waitForState(adapter, name, 'failed');
  expect(batch.detail).toContain('not unique');
  expect(await collectPictures(adapter, name)).toEqual({ answers: [], failure: undefined });
  expect(await sandbox.count('openai')).toMatchObject({ paid: 0 });
});

it('sends large pictures in less', async () => {
  let size = 0;
  const access = sandbox.accessOf('openai');
  const measuringFetch: typeof fetch = async (input, init) => {
    const file = init?.body instanceof FormData ? init.body.get('file') : null;
    if (file instanceof File) ({ size } = file);
    return fetch(input, init);
  };
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const;
  // Small enough in pixels to be sent as it is.
  const edge = { width: 1536, height: 1536 };
  const image = sharp({ create: { ...edge, channels: 3, background: '#808080', noise } });
  const picture = { ...edge, bytes: await image.png().toBuffer(), contentType: 'image/png' } as const;
  const adapter = openHalfPrice('openai', { ...access, fetch: measuringFetch });
  const name = await create(adapter, await createEditWork('openai', { picture }));
  expect(size).toBeGreaterThan(100_000);
  expect(size).toBeLessThan(2_000_000);
  await waitForState(adapter, name, 'completed');
  expect((await collectPictures(adapter, name)).answers).toMatchObject([[0, { kind: 'made' }]]);
});
