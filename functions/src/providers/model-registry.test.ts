import { ModelSchema } from '@portal/contracts/generation-request';
import { PROVIDER_OF } from '@portal/contracts/studio-settings';
import { beforeEach, expect, it, vi } from 'vitest';
import { findModel, priceOf } from './model-registry.ts';
import { startFirestore } from './testing/start-firestore.ts';

const firestore = await startFirestore();

beforeEach(() => {
  // Settings are cached for seconds: each test runs a day after the one before.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
});

const register = (models: unknown) => firestore.doc('settings/models').set({ models });

it('has a live model for every name of the spec', async () => {
  const retired = ['gpt-image-1', 'gpt-4o', 'imagen3', 'imagen4', 'gemini', 'grok-2-image', 'grok'];
  for (const model of ModelSchema.options) {
    const { provider, upstreamModel } = await findModel(firestore, model);
    expect(retired).not.toContain(upstreamModel);
    expect(provider).toBe(PROVIDER_OF[model]);
  }
  expect(await findModel(firestore, 'gpt-4o')).toMatchObject({
    provider: 'openai',
    upstreamModel: 'gpt-image-2.5-flare',
  });
});

it('has a model for edits per provider, which an admin can change', async () => {
  expect(await findModel(firestore, 'stylizer-google')).toMatchObject({
    provider: 'google',
    upstreamModel: 'gemini-nano-banana-2.1',
  });
  await register({ 'stylizer-openai': { price: 0.2 } });
  vi.setSystemTime(Date.now() + 10_001);
  expect(await findModel(firestore, 'stylizer-openai')).toMatchObject({
    provider: 'openai',
    upstreamModel: 'gpt-image-2.5-sunburst',
    price: 0.2,
  });
});

it('has a model for texts per provider that describes pictures', async () => {
  expect(await findModel(firestore, 'keywords-openai')).toMatchObject({
    provider: 'openai',
    upstreamModel: 'gpt-5.4-mini',
    price: 0.004,
  });
  expect(await findModel(firestore, 'keywords-google')).toMatchObject({
    provider: 'google',
    upstreamModel: 'gemini-3.8-flash',
    price: 0.003,
  });
});

it('applies an admin setting field by field within ten seconds', async () => {
  expect(await findModel(firestore, 'imagen3')).not.toHaveProperty('retiresOn');
  await register({
    imagen3: { retiresOn: '2027-01-31' },
    grok: { upstreamModel: 'grok-imagine-image-2.0', price: 0.03 },
  });
  vi.setSystemTime(Date.now() + 10_001);

  expect(await findModel(firestore, 'imagen3')).toMatchObject({
    provider: 'google',
    upstreamModel: 'gemini-nano-banana-2.1',
    retiresOn: '2027-01-31',
  });
  expect(await findModel(firestore, 'grok')).toEqual({
    provider: 'xai',
    upstreamModel: 'grok-imagine-image-2.0',
    price: 0.03,
  });
});

it('ignores an invalid setting of one model and keeps the others', async () => {
  await register({ imagen3: { upstreamModel: '' }, grok: { price: 0.03 }, nonsense: { price: 1 } });
  expect(await findModel(firestore, 'imagen3')).toMatchObject({ upstreamModel: 'gemini-nano-banana-2.1' });
  expect(await findModel(firestore, 'grok')).toMatchObject({ price: 0.03 });
});

it.each([
  '../files',
  'models/../files',
  'models//x',
  '/x',
  'x/',
  '.',
  '..',
  'x y',
  'x?key=1',
  'x%2f',
  'x\ny',
])('ignores %j, which is no model ID', async (upstreamModel) => {
  await register({ imagen3: { upstreamModel } });
  expect(await findModel(firestore, 'imagen3')).toMatchObject({ upstreamModel: 'gemini-nano-banana-2.1' });
});

it.each(['gpt-image-2.5-flare', 'ft:gpt-5.4-mini:studio::a1B2', 'publishers/google/models/imagen-4.0@001'])(
  'accepts the model ID %s',
  async (upstreamModel) => {
    await register({ grok: { upstreamModel } });
    expect(await findModel(firestore, 'grok')).toMatchObject({ upstreamModel });
  },
);

it('prices by reported dollars, else tokens, else the model price, else the table', () => {
  const usage = { textInputTokens: 100, imageInputTokens: 1000, outputTokens: 4000 };
  const tokenPrices = { textInput: 5, imageInput: 8, output: 30, thinking: 7.5 };

  expect(priceOf({ ...usage, dollars: 0.02 }, { tokenPrices, price: 0.5 }, 0.25)).toBe(0.02);
  expect(priceOf(usage, { tokenPrices, price: 0.5 }, 0.25)).toBeCloseTo(0.1285, 10);
  expect(priceOf({ ...usage, thinkingTokens: 2000 }, { tokenPrices }, 0.25)).toBeCloseTo(0.1435, 10);
  const withCachedInput = { ...usage, cachedInputTokens: 1000 };
  expect(priceOf(withCachedInput, { tokenPrices: { ...tokenPrices, cachedInput: 0.5 } }, 0.25)).toBeCloseTo(
    0.129,
    10,
  );
  expect(priceOf(withCachedInput, { tokenPrices }, 0.25)).toBeCloseTo(0.1335, 10);
  expect(priceOf(usage, { price: 0.5 }, 0.25)).toBe(0.5);
  expect(priceOf(undefined, { tokenPrices }, 0.25)).toBe(0.25);
});
