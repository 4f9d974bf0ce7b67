import { describe, expect, it } from 'vitest';
import { GENERATION_SETTINGS } from './examples/generation-settings.ts';
import { GenerationRequestSchema, ProviderSchema, type Provider } from './generation-request.ts';

const createRequest = (provider: Provider, overrides: Record<string, unknown> = {}) => ({
  prompt: 'a paper boat on a pond',
  quantity: 1,
  ...GENERATION_SETTINGS[provider],
  ...overrides,
});

const findIssues = (request: unknown) =>
  GenerationRequestSchema.safeParse(request).error?.issues.map(({ path, message }) => ({
    path: path.join('.'),
    message,
  }));

interface Rule {
  /** The spec ids it covers. */
  proves: string;
  provider: Provider;
  overrides?: Record<string, unknown>;
  field: string;
  wrong: readonly unknown[];
  /** The start of the message, where the spec gives no full text. */
  message: string;
}

const NO_TEXT = [undefined, null, '', 7, {}];
const SEED = 'Seed must be a number between 0 and 4294967294';
const imagen = (name: string, overrides: Record<string, unknown>, proves: string): Rule[] => {
  const rule = (field: string, wrong: readonly unknown[], what: string): Rule => ({
    proves,
    provider: 'google',
    overrides,
    field,
    wrong,
    message: `${what} is required for ${name}`,
  });
  return [
    rule('personGeneration', [...NO_TEXT, 'ALLOW_ALL', 'nobody'], 'Person generation'),
    rule('aspectRatio', [...NO_TEXT, '3:2', '1:2'], 'Aspect ratio'),
    rule('outputFormat', [...NO_TEXT, 'jpeg', 'PNG'], 'Output format'),
  ];
};
const gpt = (field: string, wrong: readonly unknown[], what: string): Rule => ({
  proves: 'T3.1.2, T5.1.8',
  provider: 'openai',
  field,
  wrong,
  message: `${what} is required for GPT Image 1`,
});
const stability = (field: string, wrong: readonly unknown[], message: string, proves = 'T5.1.13'): Rule => ({
  proves,
  provider: 'stability',
  field,
  wrong,
  message,
});

const RULES: Rule[] = [
  {
    proves: 'T5.2.2',
    provider: 'xai',
    field: 'provider',
    wrong: [...NO_TEXT, 'midjourney', 'OpenAI'],
    message: 'Please select a provider',
  },
  ...ProviderSchema.options.flatMap((provider): Rule[] => [
    {
      proves: 'T3.1.1, T5.1.2, T5.1.4',
      provider,
      field: 'prompt',
      wrong: [...NO_TEXT, '   ', '\n\t'],
      message: 'Prompt cannot be empty',
    },
    {
      proves: 'T5.1.3, T9.0.2',
      provider,
      field: 'prompt',
      wrong: ['x'.repeat(1001)],
      message: 'Prompt must be less than 1000 characters',
    },
    {
      proves: 'T5.1.5, T9.0.1',
      provider,
      field: 'quantity',
      wrong: [0, -1],
      message: 'Minimum is 1 image',
    },
    {
      proves: 'T5.1.5, T9.0.1',
      provider,
      field: 'quantity',
      wrong: [101, 1e9],
      message: 'Maximum is 100 images',
    },
    {
      proves: 'T5.1.5',
      provider,
      field: 'quantity',
      wrong: [undefined, null, '5', true, [5]],
      message: 'Quantity must be a number',
    },
    {
      proves: 'T5.1.5',
      provider,
      field: 'quantity',
      wrong: [2.5],
      message: 'Quantity must be a whole number',
    },
  ]),
  {
    proves: 'T5.2.1',
    provider: 'openai',
    field: 'model',
    wrong: [...NO_TEXT, 'imagen4', 'dall-e-3'],
    message: 'Please select a model',
  },
  gpt('quality', [...NO_TEXT, 'auto', 'HIGH'], 'Quality'),
  gpt('background', [...NO_TEXT, 'auto'], 'Background'),
  gpt('aspectRatio', [...NO_TEXT, '9:16', '21:9', '1024x1024'], 'Aspect ratio'),
  gpt('outputFormat', [...NO_TEXT, 'webp', 'jpg'], 'Output format'),
  {
    proves: 'T5.1.9',
    provider: 'openai',
    overrides: { background: 'transparent' },
    field: 'outputFormat',
    wrong: ['jpeg'],
    message: 'Transparent backgrounds are only supported with PNG format',
  },
  {
    proves: 'T5.2.1',
    provider: 'google',
    field: 'model',
    wrong: [...NO_TEXT, 'gpt-image-1', 'imagen5'],
    message: 'Please select a model',
  },
  ...imagen('Imagen 3', { model: 'imagen3' }, 'T3.1.5, T5.1.10'),
  ...imagen('Imagen 4', { model: 'imagen4' }, 'T3.1.6, T5.1.11'),
  {
    proves: 'T3.1.6, T5.1.11',
    provider: 'google',
    field: 'version',
    wrong: [...NO_TEXT, 'fast'],
    message: 'Version is required for Imagen 4',
  },
  {
    proves: 'T5.2.1',
    provider: 'xai',
    field: 'model',
    wrong: [...NO_TEXT, 'grok-3'],
    message: 'Please select a model',
  },
  {
    proves: 'T3.1.3, T5.1.12',
    provider: 'xai',
    field: 'outputFormat',
    wrong: [...NO_TEXT, 'png'],
    message: 'Output format is required for Grok',
  },
  stability(
    'model',
    [...NO_TEXT, 'sd3.5-flash', 'gpt-image-1'],
    'Please select a Stable Diffusion model version',
    'T5.2.1',
  ),
  stability('version', [...NO_TEXT, 'turbo'], 'Please select a Stable Diffusion model version'),
  stability('version', ['large'], 'The version of sd3.5-medium is medium'),
  ...['sd3.5-large', 'sd3.5-large-turbo'].map((model) => ({
    ...stability('version', ['medium'], `The version of ${model} is large`),
    overrides: { model },
  })),
  stability('stylePreset', [...NO_TEXT, '  '], 'Style preset is required'),
  stability('aspectRatio', [...NO_TEXT, '1:2'], 'Aspect ratio is required'),
  stability('outputFormat', [...NO_TEXT, 'webp'], 'Output format is required'),
  stability('cfgScale', [0.5, 0, -1], 'CFG scale is at least 1', 'T5.2.16, T9.0.4'),
  stability('cfgScale', [10.5, 11], 'CFG scale is at most 10', 'T5.2.16, T9.0.4'),
  stability('cfgScale', [null, '5', []], 'CFG scale must be a number', 'T5.2.16'),
  stability(
    'seed',
    [-1, 4_294_967_295, 1.5, null, true, 'abc', '-1', '1.5', '4294967295', '12abc', '0x10'],
    SEED,
    'T5.1.14, T9.0.3',
  ),
  stability('negativePrompt', [7, null], 'Negative prompt must be text', 'T5.1.18'),
  stability(
    'negativePrompt',
    ['x'.repeat(1001)],
    'Negative prompt must be less than 1000 characters',
    'T5.1.18',
  ),
  stability('stylePreset', ['x'.repeat(101)], 'Style preset has at most 100 characters', 'T5.1.18'),
];

describe('rejects invalid fields with the field and its message [D-answers-and-errors-of-the-api.3]', () => {
  it.each(RULES)(
    '$provider, $field: $message [$proves]',
    ({ provider, overrides, field, wrong, message }) => {
      for (const value of wrong) {
        const request = createRequest(provider, { ...overrides, [field]: value });
        expect(findIssues(request)).toEqual([{ path: field, message: expect.stringContaining(message) }]);
      }
    },
  );

  it('names all invalid fields at once', () => {
    const wrong = { prompt: '', quantity: 101, quality: undefined, outputFormat: 'gif' };
    expect(findIssues(createRequest('openai', wrong))).toEqual([
      { path: 'prompt', message: 'Prompt cannot be empty' },
      { path: 'quantity', message: 'Maximum is 100 images' },
      { path: 'quality', message: 'Quality is required for GPT Image 1' },
      { path: 'outputFormat', message: 'Output format is required for GPT Image 1' },
    ]);
  });
});

it.each([
  ['a prompt of 1000 characters', { prompt: 'x'.repeat(1000) }, { prompt: 'x'.repeat(1000) }],
  ['spaces around a prompt', { prompt: `  ${'y'.repeat(1000)}\n` }, { prompt: 'y'.repeat(1000) }],
  ['100 images', { quantity: 100 }, { quantity: 100 }],
  ['the lowest seed', { seed: 0 }, { seed: 0 }],
  ['the highest seed', { seed: 4_294_967_294 }, { seed: 4_294_967_294 }],
  ['a seed in digits', { seed: '12' }, { seed: 12 }],
  ['an empty seed', { seed: '' }, { seed: undefined }],
  ['the lowest CFG scale', { cfgScale: 1 }, { cfgScale: 1 }],
  ['the highest CFG scale', { cfgScale: 10 }, { cfgScale: 10 }],
  ['half a step of it', { cfgScale: 7.5 }, { cfgScale: 7.5 }],
  ['no CFG scale', { cfgScale: undefined }, { cfgScale: 5 }],
  ['a negative prompt', { negativePrompt: ' blur ' }, { negativePrompt: 'blur' }],
  ['the large model', { model: 'sd3.5-large', version: 'large' }, { version: 'large' }],
  ['the turbo model', { model: 'sd3.5-large-turbo', version: 'large' }, { version: 'large' }],
  ['a style of one’s own', { stylePreset: 'ukiyo-e' }, { stylePreset: 'ukiyo-e' }],
])(
  'accepts %s [T5.1.3, T5.1.5, T5.1.14, T5.1.15, T5.1.18, T5.2.16, T9.0.1, T9.0.2, T9.0.3, T9.0.4, T9.0.5]',
  (_, overrides, gives) => {
    const parsed = GenerationRequestSchema.parse(createRequest('stability', overrides));
    expect({ seed: undefined, ...parsed }).toMatchObject({ seed: undefined, ...gives });
  },
);

it('ignores unknown fields, and the aspect ratio for Grok [T3.1.4]', () => {
  const unknown = { aspectRatio: '16:9', owner: 'nobody', estimate: 0, total: 7, gptQuality: 'low' };
  expect(GenerationRequestSchema.parse(createRequest('xai', unknown))).toEqual(createRequest('xai'));
});
