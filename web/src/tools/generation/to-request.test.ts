import { expect, test } from 'vitest';
import { switchProvider } from './apply-choice.ts';
import { DEFAULT_VALUES, type FormValues } from './form-values.ts';
import { checkValues, toRequest } from './to-request.ts';
import { COMPLETE, createValues } from './testing/create-values.ts';

const common = { prompt: 'A red fox', quantity: 12 };

test.each([
  [
    'openai [T3.1.1, T3.1.2]',
    COMPLETE.openai,
    {
      ...common,
      provider: 'openai',
      model: 'gpt-image-1',
      quality: 'low',
      background: 'opaque',
      aspectRatio: '3:2',
      outputFormat: 'jpeg',
    },
  ],
  [
    'xai, without its aspect ratio [T3.1.3, T3.1.4, D-providers.14]',
    COMPLETE.xai,
    { ...common, provider: 'xai', model: 'grok-2-image', outputFormat: 'jpeg' },
  ],
  [
    'imagen3 [T3.1.5]',
    COMPLETE.imagen3,
    {
      ...common,
      provider: 'google',
      model: 'imagen3',
      personGeneration: 'allow_adult',
      aspectRatio: '16:9',
      outputFormat: 'png',
    },
  ],
  [
    'imagen4 [T3.1.6]',
    COMPLETE.imagen4,
    {
      ...common,
      provider: 'google',
      model: 'imagen4',
      version: 'ultra',
      personGeneration: 'dont_allow',
      aspectRatio: '3:4',
      outputFormat: 'png',
    },
  ],
  [
    'stability [T3.1.7]',
    COMPLETE.stability,
    {
      ...common,
      provider: 'stability',
      model: 'sd3.5-large',
      version: 'large',
      stylePreset: 'origami',
      negativePrompt: 'blur',
      aspectRatio: '9:16',
      outputFormat: 'png',
      cfgScale: 6.5,
      seed: 0,
    },
  ],
])('sends the fields of %s and no others', (_title, values, request) => {
  expect(toRequest(values)).toEqual(request);
  expect(checkValues(values)).toEqual({ request });
});

test('omits an empty negative prompt and seed [T3.1.7]', () => {
  const request = toRequest(createValues({ ...COMPLETE.stability, stabilityNegativePrompt: '  ', seed: '' }));
  expect(request).not.toHaveProperty('negativePrompt');
  expect(request).not.toHaveProperty('seed');
});

const createEmpty = (values: Partial<FormValues>) => createValues({ prompt: '', ...values });

test.each([
  [
    'openai [T5.1.2, T5.1.8]',
    DEFAULT_VALUES,
    {
      prompt: 'Prompt cannot be empty',
      gptQuality: 'Quality is required for GPT Image 1',
      gptBackground: 'Background is required for GPT Image 1',
      gptOutputFormat: 'Output format is required for GPT Image 1',
    },
  ],
  [
    'google without a model [T5.1.2]',
    switchProvider(DEFAULT_VALUES, 'google'),
    { prompt: 'Prompt cannot be empty', model: 'Please select a model' },
  ],
  [
    'imagen3 [T5.1.10]',
    createEmpty({ provider: 'google', model: 'imagen3' }),
    {
      prompt: 'Prompt cannot be empty',
      imagenPersonGeneration: 'Person generation is required for Imagen 3',
      imagenAspectRatio: 'Aspect ratio is required for Imagen 3',
      imagenOutputFormat: 'Output format is required for Imagen 3',
    },
  ],
  [
    'imagen4 [T5.1.11]',
    createEmpty({ provider: 'google', model: 'imagen4' }),
    {
      prompt: 'Prompt cannot be empty',
      imagen4Version: 'Version is required for Imagen 4',
      imagen4PersonGeneration: 'Person generation is required for Imagen 4',
      imagen4AspectRatio: 'Aspect ratio is required for Imagen 4',
      imagen4OutputFormat: 'Output format is required for Imagen 4',
    },
  ],
  [
    'xai [T5.1.12]',
    createEmpty({ provider: 'xai', model: 'grok-2-image' }),
    { prompt: 'Prompt cannot be empty', grokOutputFormat: 'Output format is required for Grok' },
  ],
  [
    'stability [T5.1.13]',
    switchProvider(DEFAULT_VALUES, 'stability'),
    {
      prompt: 'Prompt cannot be empty',
      stabilityVersion: 'Please select a Stable Diffusion model version',
      stabilityStylePreset: 'Style preset is required',
      stabilityAspectRatio: 'Aspect ratio is required',
      stabilityOutputFormat: 'Output format is required',
    },
  ],
])('reports the missing fields of %s in form order', (_title, values, errors) => {
  const answer = checkValues(values);
  expect(answer).toEqual({ errors });
  expect(Object.keys('errors' in answer ? answer.errors : {})).toEqual(Object.keys(errors));
});

test.each([
  [
    'a prompt of 1001 characters [T5.1.3, T9.0.2]',
    { prompt: 'x'.repeat(1001) },
    { prompt: 'Prompt must be less than 1000 characters' },
  ],
  ['a quantity of 0 [T5.1.5]', { quantity: 0 }, { quantity: 'Minimum is 1 image' }],
  ['a quantity of 101 [T5.1.5]', { quantity: 101 }, { quantity: 'Maximum is 100 images' }],
  [
    'transparent jpeg [T5.1.9]',
    { gptBackground: 'transparent' },
    { gptOutputFormat: 'Transparent backgrounds are only supported with PNG format' },
  ],
] as const)('rejects %s', (_title, overrides, errors) => {
  expect(checkValues(createValues({ ...COMPLETE.openai, ...overrides }))).toEqual({ errors });
});

test('accepts a prompt of 1000 characters [T5.1.4]', () => {
  expect(checkValues(createValues({ ...COMPLETE.openai, prompt: 'x'.repeat(1000) }))).toHaveProperty(
    'request',
  );
});
