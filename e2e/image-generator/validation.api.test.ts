import { ApiErrorSchema } from '@portal/contracts/api-error';
import type { GenerationBatch } from '@portal/contracts/image-generator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import {
  listBatches,
  makeRequest,
  providerNames,
  startBatch,
  type ProviderName,
} from '../support/generator.ts';
import { setLatency } from '../support/sandbox.ts';
import { BATCHES, GENERATOR } from '../support/api-files.ts';

let artist: Account;
beforeAll(async () => {
  await setLatency(0);
  artist = await signIn(newEmail());
});

const generate = (body: unknown) => callApi('POST', `${GENERATOR}/generate`, { as: artist, body });

async function refuses(body: unknown, ...details: { path: string; message: unknown }[]): Promise<void> {
  const answer = await generate(body);
  expect({ status: answer.status, ...ApiErrorSchema.parse(answer.body) }).toMatchObject({
    status: 400,
    code: 'bad-request',
    error: 'Some fields are invalid.',
    details,
  });
}

interface Rule {
  /** The spec ids it covers. */
  proves: string;
  provider: ProviderName;
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
  ...providerNames.flatMap((provider): Rule[] => [
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
  test.each(RULES)(
    '$provider, $field: $message [$proves]',
    async ({ provider, overrides, field, wrong, message }) => {
      for (const value of wrong) {
        const request = makeRequest(provider, { ...overrides, [field]: value });
        await refuses(request, { path: field, message: expect.stringContaining(message) });
      }
    },
  );

  test('names all invalid fields at once', async () => {
    await refuses(
      makeRequest('openai', { prompt: '', quantity: 101, quality: undefined, outputFormat: 'gif' }),
      { path: 'prompt', message: 'Prompt cannot be empty' },
      { path: 'quantity', message: 'Maximum is 100 images' },
      { path: 'quality', message: 'Quality is required for GPT Image 1' },
      { path: 'outputFormat', message: 'Output format is required for GPT Image 1' },
    );
  });

  afterAll(async () => {
    expect(await listBatches(artist)).toEqual([]);
  });
});

interface Accepted {
  name: string;
  request: Record<string, unknown>;
  gives: Partial<GenerationBatch>;
}
const accepted = (
  name: string,
  overrides: Record<string, unknown>,
  gives: Partial<GenerationBatch> = {},
): Accepted => ({ name, request: makeRequest('stability', overrides), gives });

const ACCEPTED: Accepted[] = [
  accepted('a prompt of 1000 characters', { prompt: 'x'.repeat(1000) }, { prompt: 'x'.repeat(1000) }),
  accepted('spaces around a prompt', { prompt: `  ${'y'.repeat(1000)}\n` }, { prompt: 'y'.repeat(1000) }),
  accepted('100 images', { quantity: 100 }, { requestedCount: 100 }),
  accepted('the lowest seed', { seed: 0 }, { seed: 0 }),
  accepted('the highest seed', { seed: 4_294_967_294 }, { seed: 4_294_967_294 }),
  accepted('a seed in digits', { seed: '12' }, { seed: 12 }),
  accepted('an empty seed', { seed: '' }),
  accepted('the lowest CFG scale', { cfgScale: 1 }, { cfgScale: 1 }),
  accepted('the highest CFG scale', { cfgScale: 10 }, { cfgScale: 10 }),
  accepted('half a step of it', { cfgScale: 7.5 }, { cfgScale: 7.5 }),
  accepted('no CFG scale', { cfgScale: undefined }, { cfgScale: 5 }),
  accepted('a negative prompt', { negativePrompt: ' blur ' }, { negativePrompt: 'blur' }),
  accepted('the large model', { model: 'sd3.5-large', version: 'large' }, { version: 'large' }),
  accepted('the turbo model', { model: 'sd3.5-large-turbo', version: 'large' }, { version: 'large' }),
  accepted('a style of one’s own', { stylePreset: 'ukiyo-e' }, { stylePreset: 'ukiyo-e' }),
];

test('accepts values at the limits, and stores them unchanged [T5.1.3, T5.1.5, T5.1.14, T5.1.15, T5.1.18, T5.2.16, T9.0.1, T9.0.2, T9.0.3, T9.0.4, T9.0.5]', async () => {
  const ids: string[] = [];
  for (const { request } of ACCEPTED) ids.push(await startBatch(artist, request));
  const batches = new Map((await listBatches(artist)).map((batch) => [batch.id, batch]));
  for (const [index, { name, gives }] of ACCEPTED.entries()) {
    const batch = batches.get(ids[index] ?? '');
    expect({ name, ...batch }).toMatchObject({ name, ...gives });
    expect({ name, hasSeed: batch?.seed !== undefined }).toEqual({ name, hasSeed: 'seed' in gives });
  }
  expect((await callApi('DELETE', BATCHES, { as: artist })).status).toBe(204);
});

test('ignores unknown fields, and the aspect ratio for Grok [T3.1.4]', async () => {
  const id = await startBatch(
    artist,
    makeRequest('xai', { aspectRatio: '16:9', owner: 'nobody', estimate: 0, total: 7, gptQuality: 'low' }),
  );
  const batch = (await listBatches(artist)).find((one) => one.id === id);
  expect(batch).toMatchObject({ provider: 'xai', requestedCount: 1, estimate: 0.07 });
  expect(batch).not.toHaveProperty('aspectRatio');
});
