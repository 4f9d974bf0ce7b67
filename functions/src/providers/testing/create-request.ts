import {
  GenerationRequestSchema,
  type GenerationRequest,
  type Provider,
} from '@portal/contracts/generation-request';

const REQUESTS: Record<Provider, Record<string, unknown>> = {
  openai: {
    model: 'gpt-image-1',
    quality: 'high',
    background: 'opaque',
    aspectRatio: '1:1',
    outputFormat: 'png',
  },
  google: { model: 'imagen3', personGeneration: 'allow_adult', aspectRatio: '1:1', outputFormat: 'png' },
  stability: {
    model: 'sd3.5-large',
    version: 'large',
    stylePreset: 'cinematic',
    aspectRatio: '1:1',
    outputFormat: 'png',
    cfgScale: 5,
  },
  xai: { model: 'grok-2-image', outputFormat: 'jpeg' },
};

export const createRequest = (
  provider: Provider,
  overrides: Record<string, unknown> = {},
): GenerationRequest =>
  GenerationRequestSchema.parse({
    provider,
    prompt: 'a red boat',
    quantity: 1,
    ...REQUESTS[provider],
    ...overrides,
  });
