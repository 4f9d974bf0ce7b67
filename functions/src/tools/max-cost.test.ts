import {
  GenerationRequestSchema,
  IMAGEN_ASPECT_RATIOS,
  ModelSchema,
  MAX_PROMPT_LENGTH,
  OpenaiRequestSchema,
  ProviderSchema,
  STABILITY_ASPECT_RATIOS,
  type GenerationRequest,
} from '@portal/contracts/generation-request';
import { findPrice } from '@portal/contracts/pricing';
import { KeywordOptionsSchema, MAX_CONTEXT_LENGTH } from '@portal/contracts/keyword-generator';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Tool, Work } from '../batches/tool.ts';
import { PictureProviderSchema, PROVIDER_OF } from '@portal/contracts/studio-settings';
import { imageGeneratorTool } from './image-generator/image-generator-tool.ts';
import { keywordGeneratorTool } from './keyword-generator/keyword-generator-tool.ts';
import { PRESETS } from './stylizer/presets.ts';
import { stylizerTool } from './stylizer/stylizer-tool.ts';
import type { Original } from '../pictures/uploads/inspect-picture.ts';
import { readProviderSettings } from '../platform/config/config.ts';
import { findMaxCost } from '../providers/model-registry.ts';
import { createScene } from '../providers/testing/create-edit.ts';
import { startDeps } from '../providers/testing/start-deps.ts';
import { sendJson, startTestServer } from '../providers/testing/start-test-server.ts';

const { deps, sandbox } = await startDeps();

beforeEach(async () => {
  await sandbox.clear();
  // Settings are cached for seconds: each test runs a day after the one before.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
  await deps.firestore.doc('settings/pricing').delete();
});

/** The cost of an attempt, and its reserved maximum. */
async function attempt<Settings extends object>(
  tool: Tool<Settings>,
  settings: Settings,
  more: Partial<Work<Settings>> = {},
) {
  const maxCost = await tool.findMaxCost(deps, settings);
  const work = {
    variant: 0,
    picture: undefined,
    fileName: undefined,
    publicId: 'item',
    onSend: () => undefined,
    onProgress: () => undefined,
    onStarted: async () => undefined,
    clearStartedCall: async () => true,
  };
  const signal = new AbortController().signal;
  const answer = await tool.attempt(deps, { ...work, signal, ...more, settings });
  return { settings, maxCost, kind: answer.kind, cost: 'cost' in answer ? Number(answer.cost) : 0 };
}

const createOriginal = async (width: number, height: number): Promise<Original> => ({
  ...(await createScene({ width, height })),
  hasAlpha: false,
  uploadedType: 'image/png',
  thumbnail: Buffer.alloc(0),
  mark: {},
});

function expectCovered(attempts: readonly Awaited<ReturnType<typeof attempt>>[]): void {
  expect(attempts.filter(({ cost, maxCost }) => cost <= 0 || cost > maxCost)).toEqual([]);
}

/** Every combination of one value of each field. */
const combine = (choices: Record<string, readonly unknown[]>): Record<string, unknown>[] =>
  Object.entries(choices).reduce<Record<string, unknown>[]>(
    (all, [field, values]) => all.flatMap((one) => values.map((value) => ({ ...one, [field]: value }))),
    [{}],
  );

/** One request for each price that the contract's values can lead to. */
function listRequests(model: string): GenerationRequest[] {
  const choices = combine({
    provider: ProviderSchema.options,
    quality: OpenaiRequestSchema.shape.quality.options,
    aspectRatio: [...STABILITY_ASPECT_RATIOS, ...IMAGEN_ASPECT_RATIOS],
    version: ['medium', 'large', 'standard', 'ultra'],
    outputFormat: ['png', 'jpeg'],
  });
  const rest = { quantity: 1, background: 'opaque', personGeneration: 'allow_all', stylePreset: 'anime' };
  // As many tokens as a prompt can have.
  const prompt = '船'.repeat(MAX_PROMPT_LENGTH);
  const accepted = choices.flatMap(
    (choice) => GenerationRequestSchema.safeParse({ model, prompt, ...rest, ...choice }).data ?? [],
  );
  const byPrice = accepted.map(
    (request) => [JSON.stringify({ ...request, outputFormat: '' }), request] as const,
  );
  return [...new Map(byPrice).values()];
}

describe('reserves at least what an image costs', () => {
  it.each(ModelSchema.options)('%s at every quality, ratio and version', async (model) => {
    const requests = listRequests(model);
    expect(requests.length).toBeGreaterThan(0);
    const attempts = [];
    for (const request of requests) attempts.push(await attempt(imageGeneratorTool, request));
    expect(attempts.filter(({ kind }) => kind !== 'made')).toEqual([]);
    expectCovered(attempts);
  });

  it('at every larger size, for close to the price shown', async () => {
    const sized = combine({ size: ['2K', '4K'], model: ModelSchema.options }).flatMap(({ size, model }) =>
      listRequests(String(model))
        .filter(({ provider }) => provider !== 'openai' || model === 'gpt-image-1')
        .filter((request) => !('aspectRatio' in request) || request.aspectRatio === '16:9')
        .flatMap((request) => GenerationRequestSchema.safeParse({ ...request, size }).data ?? []),
    );
    const requests = sized.filter(({ size }) => size !== undefined);
    // Two sizes of three qualities and of three models of Google, Ultra at 4K, and two models of xAI.
    expect(requests).toHaveLength(15);
    const attempts = [];
    for (const request of requests) attempts.push(await attempt(imageGeneratorTool, request));
    expectCovered(attempts);
    for (const { settings, cost } of attempts) {
      const shown = findPrice([], settings);
      // xAI's table price is that of its dearest model.
      if (settings.provider !== 'xai') expect(cost / 1_000_000 / shown).toBeCloseTo(1, 1);
      expect(cost / 1_000_000).toBeLessThan(shown + 0.01);
    }
  });

  it('with a lower or zero price in the settings', async () => {
    const models = ModelSchema.options.map((model) => {
      const [request] = listRequests(model);
      return { provider: request?.provider, model, price: model === 'imagen4' ? 0 : 0.000_001 };
    });
    await deps.firestore.doc('settings/pricing').set({ models });
    const attempts = [];
    for (const model of ModelSchema.options) {
      for (const request of listRequests(model).slice(0, 1)) {
        attempts.push(await attempt(imageGeneratorTool, request));
      }
    }
    expect(attempts).toHaveLength(ModelSchema.options.length);
    expectCovered(attempts);
  });

  it('Grok for xAI’s own price, and the spec’s price for what is not verified', async () => {
    const grok = GenerationRequestSchema.parse({
      ...{ provider: 'xai', model: 'grok-2-image', prompt: 'A fox', quantity: 1, outputFormat: 'jpeg' },
    });
    const reserve = async (request = grok) => Number(await imageGeneratorTool.findMaxCost(deps, request));
    expect(await reserve()).toBe(20_000);
    expect(await reserve(GenerationRequestSchema.parse({ ...grok, size: '2K' }))).toBe(70_000);
    await deps.firestore.doc('settings/models').set({
      models: { 'grok-2-image': { upstreamModel: 'grok-imagine-image-pro' } },
    });
    vi.setSystemTime(Date.now() + 86_400_000);
    expect(await reserve()).toBe(70_000);
    await deps.firestore.doc('settings/models').delete();
    await deps.firestore.doc('settings/pricing').set({
      models: [{ provider: 'xai', model: 'grok-2-image', price: 0.03 }],
    });
    vi.setSystemTime(Date.now() + 86_400_000);
    expect(await reserve()).toBe(30_000);
  });

  it('less than its estimate where no answer can cost as much', async () => {
    const choices = { quality: 'high', aspectRatio: '3:2', background: 'opaque', outputFormat: 'png' };
    const request = GenerationRequestSchema.parse({
      ...{ provider: 'openai', model: 'gpt-image-1', prompt: 'A fox', quantity: 1, ...choices },
    });
    const made = await attempt(imageGeneratorTool, request);
    expect(made.maxCost).toBeLessThan(findPrice([], request) * 1_000_000);
    expectCovered([made]);
  });

  it('with an answer that does not say what it cost', async () => {
    const [grok] = listRequests('grok-2-image');
    const { bytes } = await createScene({ width: 8, height: 8 });
    const { url } = await startTestServer(sendJson({ data: [{ b64_json: bytes.toString('base64') }] }));
    const { baseUrl } = readProviderSettings('xai');
    vi.stubEnv('XAI_BASE_URL', url);
    onTestFinished(() => void vi.stubEnv('XAI_BASE_URL', baseUrl));
    if (!grok) throw new Error('Expected a request.');
    const made = await attempt(imageGeneratorTool, grok);
    expect(made).toMatchObject({ kind: 'made', cost: 20_000, maxCost: 20_000 });
  });

  it('with a lost answer that may have been charged', async () => {
    for (const provider of ProviderSchema.options) await sandbox.addFault(provider, { kind: 'broken-json' });
    const [openai, google] = [listRequests('gpt-image-1')[0], listRequests('gemini')[0]];
    if (!openai || !google) throw new Error('Expected a request.');
    const attempts = [await attempt(imageGeneratorTool, openai), await attempt(imageGeneratorTool, google)];
    expect(attempts.map(({ kind }) => kind)).toEqual(['broken-answer', 'broken-answer']);
    for (const { cost, maxCost } of attempts) expect(cost).toBe(maxCost);
  });
});

const STABILITY_MODELS = ModelSchema.options.filter((model) => PROVIDER_OF[model] === 'stability');

it.each(STABILITY_MODELS)('records the price of the studio for %s', async (model) => {
  const models = [{ provider: 'stability', model, price: 0.123 }];
  await deps.firestore.doc('settings/pricing').set({ models });
  const [request] = listRequests(model);
  if (!request) throw new Error('Expected a request.');
  expect(await attempt(imageGeneratorTool, request)).toMatchObject({ cost: 123_000, maxCost: 123_000 });
});

describe.each(PictureProviderSchema.options)('with %s', (provider) => {
  it.each([
    ['wide', 2048, 1024],
    ['square', 2048, 2048],
    ['tall', 700, 2100],
  ])('reserves at least what a restyled %s picture costs', async (_shape, width, height) => {
    const picture = await createOriginal(width, height);
    // The longest prompt.
    const [preset] = PRESETS.toSorted((one, other) => other.prompt.length - one.prompt.length);
    const settings = { preset: preset?.id ?? '', provider };
    expectCovered([await attempt(stylizerTool, settings, { picture })]);
  });

  it('reserves at least what keywords cost, including a repair', async () => {
    const MAX_ANSWER = 31_000;
    await sandbox.addFault(provider, { kind: 'says', text: 'x'.repeat(MAX_ANSWER) });
    const options = KeywordOptionsSchema.parse({ context: '船'.repeat(MAX_CONTEXT_LENGTH) });
    const picture = await createOriginal(1024, 1024);
    const fileName = `${'船'.repeat(200)}.png`;
    const repaired = await attempt(keywordGeneratorTool, { ...options, provider }, { picture, fileName });
    expect((await sandbox.count(provider)).paid).toBe(2);
    expectCovered([repaired]);
  });
});

it('reserves a dollar for a call without a known price', () => {
  const usage = { textInputTokens: 0, imageInputTokens: 0, outputTokens: 0 };
  expect(findMaxCost({}, usage)).toBe(1_000_000);
  expect(findMaxCost({}, usage, { ownPrice: 0, fallbackPrice: 0 })).toBe(1_000_000);
  expect(findMaxCost({ price: 0.04 }, usage, { fallbackPrice: 0.035 })).toBe(40_000);
  expect(findMaxCost({ price: 0.04 }, usage, { fallbackPrice: 0.07 })).toBe(70_000);
});
