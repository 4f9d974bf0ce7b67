import { describe, expect, it } from 'vitest';
import { GenerationRequestSchema, GPT_ASPECT_RATIOS, IMAGEN_ASPECT_RATIOS } from './generation-request.ts';
import { findPixels, listLargerSizes } from './image-sizes.ts';

const gpt = { provider: 'openai', model: 'gpt-image-1' } as const;
const MIN_STOCK_PIXELS = 4_000_000;

describe.each(GPT_ASPECT_RATIOS)('GPT Image at %s', (aspectRatio) => {
  it.each([undefined, '2K', '4K'] as const)('accepts its size %s', (size) => {
    const { width = 0, height = 0 } = findPixels({ ...gpt, aspectRatio, size }) ?? {};
    const [across = 1, down = 1] = aspectRatio.split(':').map(Number);
    expect([width % 16, height % 16, width * down - height * across]).toEqual([0, 0, 0]);
    expect(Math.max(width, height)).toBeLessThanOrEqual(3840);
    expect(width * height).toBeLessThanOrEqual(3840 * 2160);
    expect(width * height >= MIN_STOCK_PIXELS).toBe(size !== undefined);
  });
});

it.each(IMAGEN_ASPECT_RATIOS)('doubles the edges of Google at %s', (aspectRatio) => {
  const google = { provider: 'google', model: 'imagen4', aspectRatio } as const;
  const { width = 0, height = 0 } = findPixels(google) ?? {};
  const doubled = { width: width * 2, height: height * 2 };
  expect(findPixels({ ...google, size: '2K' })).toEqual(doubled);
  expect(findPixels({ ...google, version: 'ultra' })).toEqual(doubled);
  expect(findPixels({ ...google, size: '4K' })).toEqual({ width: width * 4, height: height * 4 });
  expect(doubled.width * doubled.height).toBeGreaterThanOrEqual(MIN_STOCK_PIXELS);
});

const requests = {
  'gpt-image-1': {
    provider: 'openai',
    quality: 'low',
    background: 'opaque',
    aspectRatio: '1:1',
    outputFormat: 'png',
  },
  imagen3: { provider: 'google', personGeneration: 'allow_all', aspectRatio: '1:1', outputFormat: 'png' },
  'imagen4 standard': {
    provider: 'google',
    version: 'standard',
    personGeneration: 'allow_all',
    aspectRatio: '1:1',
    outputFormat: 'png',
  },
  'imagen4 ultra': {
    provider: 'google',
    version: 'ultra',
    personGeneration: 'allow_all',
    aspectRatio: '1:1',
    outputFormat: 'png',
  },
  'sd3.5-large': {
    provider: 'stability',
    version: 'large',
    stylePreset: 'anime',
    aspectRatio: '1:1',
    outputFormat: 'png',
  },
  'grok-2-image': { provider: 'xai', outputFormat: 'jpeg' },
} as const;

it.each([
  ['gpt-image-1', ['2K', '4K']],
  ['imagen3', ['2K', '4K']],
  ['imagen4 standard', ['2K', '4K']],
  ['imagen4 ultra', ['4K']],
  ['sd3.5-large', []],
  ['grok-2-image', ['2K']],
] as const)('offers and accepts only the larger sizes of %s', (name, offered) => {
  const [model = ''] = name.split(' ');
  const request = { ...requests[name], model, prompt: 'a red boat', quantity: 1 };
  expect(listLargerSizes(request)).toEqual(offered);
  expect(GenerationRequestSchema.parse(request)).not.toHaveProperty('size');
  for (const size of ['1K', '2K', '4K', '8K', '2k', '', null, 2]) {
    const { data, error } = GenerationRequestSchema.safeParse({ ...request, size });
    const isOffered = offered.some((each) => each === size);
    expect(data?.size, String(size)).toBe(isOffered ? size : undefined);
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(isOffered ? undefined : ['size']);
  }
});
