import { HALF_PRICE_PROVIDERS } from '@portal/contracts/half-price';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { HALF_PRICE_CASES } from '../conformance/half-price-cases.ts';
import { generateImage } from '../generate-image.ts';
import { createScene } from '../testing/create-edit.ts';
import { createRequest } from '../testing/create-request.ts';
import {
  collect,
  collectPictures,
  createDescribeWork,
  createEditWork,
  createGenerateWork,
  createProviderBatch,
  expectMade,
  PROMPTS,
  startBatchSandbox,
  waitForState,
} from '../testing/half-price.ts';
import type { HalfPriceWork } from './half-price-adapter.ts';
import { openHalfPrice } from './open-half-price.ts';

const { sandbox, signal, since } = await startBatchSandbox();

describe.each(HALF_PRICE_PROVIDERS)('%s', (provider) => {
  const adapter = openHalfPrice(provider, sandbox.accessOf(provider));
  const generate = () => createGenerateWork(provider, PROMPTS);

  it.each(HALF_PRICE_CASES.filter((each) => each.provider === provider))('$name', async ({ check }) => {
    await sandbox.controlBatches({ do: 'set', manual: true });
    await check(sandbox.accessOf(provider));
    expect(await sandbox.count(provider)).toMatchObject({ paid: 0 });
  });

  it('makes pictures once, at half price, and reads them again', async () => {
    const name = await createProviderBatch(adapter, generate());
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
        usage: { outputTokens: provider === 'openai' ? 272 : 1_120 },
      });
    }
    expect(await collectPictures(adapter, name)).toEqual(first);
    expect(await sandbox.count(provider)).toEqual({ received: 4, answered: 4, paid: 4, halfPrice: 4 });
  });

  it('converts each picture to the format that its line asked for', async () => {
    const name = await createProviderBatch(adapter, generate());
    await waitForState(adapter, name, 'completed');
    const contentTypeOf = (index: number) => (index % 2 === 0 ? 'image/png' : 'image/webp');
    const { answers } = await collect(adapter.readPictures(name, { contentTypeOf }, signal));
    expect(answers).toMatchObject(
      answers.map(([index]) => [index, { made: { contentType: contentTypeOf(index) } }]),
    );
    expect(answers).toHaveLength(4);
  });

  it('reads only the wanted lines', async () => {
    const name = await createProviderBatch(adapter, generate());
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
    const first = await createProviderBatch(adapter, generate());
    await createProviderBatch(adapter, generate(), 'job-10');
    expect(await adapter.find('job-1', since, signal)).toEqual({ kind: 'made', made: first });
    const second = await createProviderBatch(adapter, generate());
    expect(await adapter.find('job-1', since, signal)).toEqual({ kind: 'made', made: second });

    const access = sandbox.accessOf(provider);
    const stranger = openHalfPrice(provider, { ...access, apiKey: `sandbox-${provider}-key-2` });
    expect(await stranger.find('job-1', since, signal)).toEqual({ kind: 'made', made: undefined });
    expect(await stranger.read(first, signal)).toMatchObject({ kind: 'bad-request' });
    expect((await collectPictures(stranger, first)).failure).toMatchObject({ kind: 'bad-request' });
  });

  it('finds a batch behind others, page by page', async () => {
    await sandbox.controlBatches({ do: 'set', manual: true });
    const oldest = await createProviderBatch(adapter, generate());
    for (const id of ['job-2', 'job-3', 'job-4']) await createProviderBatch(adapter, generate(), id);
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
    await createProviderBatch(openHalfPrice(provider, access), work);
    const line: unknown = JSON.parse(sent.find((text) => text.includes('a red boat')) ?? '');
    expect(line).toEqual(
      provider === 'google'
        ? { key: '0', request: now }
        : { custom_id: '0', method: 'POST', url: '/v1/images/generations', body: now },
    );
  });
});

describe.each([...HALF_PRICE_PROVIDERS])('%s, with results in a file', (provider) => {
  const adapter = openHalfPrice(provider, sandbox.accessOf(provider));

  it('restyles a picture', async () => {
    const name = await createProviderBatch(adapter, await createEditWork(provider));
    await waitForState(adapter, name, 'completed');
    const { answers } = await collectPictures(adapter, name);
    expect(answers).toMatchObject([[0, { kind: 'made', usage: { imageInputTokens: expect.any(Number) } }]]);
    const [, answer] = answers[0] ?? [];
    const { width = 0, height = 1 } =
      answer?.kind === 'made' ? await sharp(answer.made.bytes).metadata() : {};
    expect(Math.abs(width / height / 1.5 - 1)).toBeLessThan(0.1);
  });

  it('describes a picture in the requested schema', async () => {
    const name = await createProviderBatch(adapter, await createDescribeWork(provider));
    await waitForState(adapter, name, 'completed');
    const { answers } = await collect(adapter.readTexts(name, {}, signal));
    const [, answer] = answers[0] ?? [];
    expect(answer).toMatchObject({ kind: 'made', usage: { outputTokens: expect.any(Number) } });
    expect(JSON.parse(answer?.kind === 'made' ? answer.made : '')).toMatchObject({
      title: expect.any(String),
      keywords: expect.any(Array),
    });
  });
});

/** The line that is sent for it. */
async function readOpenaiLine(work: HalfPriceWork): Promise<unknown> {
  let line: unknown;
  const access = sandbox.accessOf('openai');
  const recordingFetch: typeof fetch = async (input, init) => {
    const file = init?.body instanceof FormData ? init.body.get('file') : null;
    if (file instanceof File) line = JSON.parse(await file.text());
    return fetch(input, init);
  };
  await createProviderBatch(openHalfPrice('openai', { ...access, fetch: recordingFetch }), work);
  return line;
}

it.each([
  [480, 400, '1024x1024'],
  [640, 480, '1536x1024'],
  [480, 640, '1024x1536'],
])('requests an edit of %i by %i pixels at OpenAI as %s', async (width, height, size) => {
  const picture = await createScene({ width, height });
  const line = await readOpenaiLine(await createEditWork('openai', { picture }));
  expect(line).toMatchObject({ url: '/v1/images/edits', body: { size } });
});

it('asks OpenAI not to store texts', async () => {
  const line = await readOpenaiLine(await createDescribeWork('openai'));
  expect(line).toMatchObject({ url: '/v1/responses', body: { store: false, max_output_tokens: 8_000 } });
  expect(line).not.toHaveProperty('body.background');
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
  const name = await createProviderBatch(adapter, await createEditWork('openai', { picture }));
  expect(size).toBeGreaterThan(100_000);
  expect(size).toBeLessThan(2_000_000);
  await waitForState(adapter, name, 'completed');
  expect((await collectPictures(adapter, name)).answers).toMatchObject([[0, { kind: 'made' }]]);
});
