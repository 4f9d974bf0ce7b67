import assert from 'node:assert/strict';
import type { GenerationRequest, Provider } from '@portal/contracts/generation-request';
import { findPixels } from '@portal/contracts/image-sizes';
import { findPrice } from '@portal/contracts/pricing';
import sharp from 'sharp';
import type { ProviderAccess } from '../call-provider.ts';
import { generateImage } from '../generate-image.ts';
import { DEFAULT_MODELS } from '../model-registry.ts';
import type { FailureKind, MadeImage } from '../provider-answer.ts';
import { createRequest } from '../testing/create-request.ts';
import {
  expectMade,
  expectShape,
  failureCase,
  MAX_CALL_MS,
  reportsTokens,
  type AdapterCase,
  type Made,
} from './adapter-case.ts';

const call = (access: ProviderAccess, request: GenerationRequest, model?: string) =>
  generateImage(
    access,
    request,
    model ?? DEFAULT_MODELS[request.model].upstreamModel,
    AbortSignal.timeout(MAX_CALL_MS),
  );

async function expectPicture({ bytes, contentType }: MadeImage, request: GenerationRequest): Promise<void> {
  assert.equal(contentType, `image/${request.outputFormat}`);
  const { format, width, height, hasAlpha } = await sharp(bytes).metadata();
  assert.equal(format, request.outputFormat);
  const [across = 1, down = 1] = ('aspectRatio' in request ? request.aspectRatio : '1:1')
    .split(':')
    .map(Number);
  expectShape({ width, height }, across / down);
  const pixels = findPixels(request);
  if (request.size && pixels) assert.deepEqual({ width, height }, pixels);
  if ('background' in request) {
    const hasTransparency = hasAlpha && !(await sharp(bytes).stats()).isOpaque;
    assert.equal(hasTransparency, request.background === 'transparent');
  }
}

const picture = (
  provider: Provider,
  overrides: Record<string, unknown>,
  checkMore: (answer: Made) => void = () => undefined,
): AdapterCase => ({
  name: `makes a picture with ${Object.entries(overrides).flat().join(' ')}`.trimEnd(),
  provider,
  paidImages: 1,
  dollars: findPrice([], createRequest(provider, overrides)),
  async check(access) {
    const request = createRequest(provider, overrides);
    const answer = expectMade(await call(access, request));
    await expectPicture(answer.made, request);
    checkMore(answer);
  },
});

const failure = (
  provider: Provider,
  name: string,
  kind: FailureKind,
  request: GenerationRequest,
  { model, ...changes }: { model?: string; apiKey?: string } = {},
): AdapterCase =>
  failureCase(provider, name, kind, (access) => call({ ...access, ...changes }, request, model));

const commonFailures = (provider: Provider): AdapterCase[] => {
  const request = createRequest(provider);
  return [
    failure(provider, 'refuses an unknown model', 'bad-request', request, {
      model: 'no-such-model',
    }),
    failure(provider, 'refuses an empty prompt', 'bad-request', { ...request, prompt: '' }),
    failure(provider, 'refuses a wrong key', 'key-rejected', request, { apiKey: 'no-such-key' }),
  ];
};

export const ADAPTER_CASES: AdapterCase[] = [
  picture('openai', { quality: 'low' }, reportsTokens),
  picture('openai', { quality: 'low', background: 'transparent', aspectRatio: '2:3' }, reportsTokens),
  picture('openai', { quality: 'medium', aspectRatio: '3:2', outputFormat: 'jpeg' }, reportsTokens),
  picture('openai', { quality: 'low', aspectRatio: '16:9', outputFormat: 'jpeg' }, reportsTokens),
  picture('openai', { quality: 'low', size: '2K', aspectRatio: '3:2', outputFormat: 'jpeg' }, reportsTokens),
  picture('openai', { quality: 'low', size: '4K', aspectRatio: '16:9', outputFormat: 'jpeg' }, reportsTokens),
  ...commonFailures('openai'),

  picture('google', { personGeneration: 'dont_allow' }, reportsTokens),
  picture('google', { personGeneration: 'allow_all', aspectRatio: '16:9' }, reportsTokens),
  picture('google', { model: 'imagen4', version: 'standard', aspectRatio: '3:4' }, reportsTokens),
  picture('google', { model: 'imagen4', version: 'ultra', aspectRatio: '9:16' }, reportsTokens),
  picture('google', { size: '2K', aspectRatio: '4:3' }, reportsTokens),
  picture('google', { model: 'imagen4', version: 'ultra', size: '4K' }, reportsTokens),
  ...commonFailures('google'),

  picture('stability', { model: 'sd3.5-medium', version: 'medium', seed: 42 }, ({ made }) =>
    assert.equal(made.seed, 42),
  ),
  picture('stability', { aspectRatio: '9:16', outputFormat: 'jpeg', cfgScale: 10, negativePrompt: 'rain' }),
  picture('stability', { aspectRatio: '4:3' }),
  picture('stability', { model: 'sd3.5-large-turbo', cfgScale: 1, aspectRatio: '21:9' }),
  ...commonFailures('stability'),
  failure(
    'stability',
    'refuses an unknown style',
    'bad-request',
    createRequest('stability', { stylePreset: 'no-such-style' }),
  ),

  picture('xai', {}),
  picture('xai', { size: '2K' }),
  ...commonFailures('xai'),
];
