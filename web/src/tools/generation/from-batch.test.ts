import type { GenerationBatch } from '@portal/contracts/image-generator';
import { expect, test } from 'vitest';
import { createFacts } from '../../testing/create-facts.ts';
import { fromBatch } from './from-batch.ts';
import type { FormValues } from './form-values.ts';
import { checkValues } from './to-request.ts';
import { COMPLETE } from './testing/create-values.ts';

/** A batch that was started with these values. */
function createBatch(values: FormValues, overrides: Partial<GenerationBatch> = {}): GenerationBatch {
  const answer = checkValues(values);
  if (!('request' in answer)) throw new Error('The values are invalid.');
  const { quantity, prompts: _, ...settings } = answer.request;
  return {
    ...createFacts({ status: 'completed' }),
    customName: 'Foxes',
    completedCount: quantity,
    thumbnailUrl: null,
    folderLink: null,
    generatedImages: [],
    ...settings,
    requestedCount: quantity,
    ...overrides,
  };
}

test.each(Object.entries(COMPLETE))('restores the form from a batch of %s [T4.3.9]', (_family, values) => {
  expect(fromBatch(createBatch(values))).toEqual(values);
});

test.each([
  ['gpt-4o', COMPLETE.openai, { model: 'gpt-image-1' }],
  ['gemini', COMPLETE.imagen3, { model: 'imagen3' }],
  ['grok', COMPLETE.xai, { model: 'grok-2-image' }],
  ['sd3.5-large-turbo', COMPLETE.stability, { model: 'sd3.5-large', stabilityVersion: 'large' }],
] as const)(
  'replaces the discontinued model %s with the closest one [T4.3.9, T5.2.1]',
  (model, values, expected) => {
    expect(fromBatch(createBatch(values, { model }))).toEqual({ ...values, ...expected });
  },
);

test.each([
  [COMPLETE.openai, '16:9', { gptAspectRatio: '3:2' }],
  [COMPLETE.openai, '5:4', { gptAspectRatio: '3:2' }],
  [COMPLETE.openai, '4:7', { gptAspectRatio: '2:3' }],
  [COMPLETE.stability, '21:9', { stabilityAspectRatio: '16:9' }],
  [COMPLETE.stability, '9:21', { stabilityAspectRatio: '9:16' }],
] as const)(
  'replaces an aspect ratio that is not offered with the closest one: %j %s',
  (values, aspectRatio, expected) => {
    expect(fromBatch(createBatch(values, { aspectRatio }))).toEqual({ ...values, ...expected });
  },
);

test.each([
  { ...COMPLETE.openai, gptSize: '4K' },
  { ...COMPLETE.xai, grokSize: '2K' },
  { ...COMPLETE.imagen3, imagenSize: '2K' },
  { ...COMPLETE.imagen4, imagen4Size: '4K' },
] as const)('restores the size: %j', (values) => {
  expect(fromBatch(createBatch(values))).toEqual(values);
});

test('takes the prompt of one picture if each has its own', () => {
  const batch = createBatch(COMPLETE.xai, { requestedCount: 2, prompts: ['A red fox', 'An old lighthouse'] });
  expect(fromBatch(batch, 1)).toMatchObject({ prompt: 'An old lighthouse', quantity: 1 });
  expect(fromBatch(batch)).toMatchObject({ prompt: 'A red fox', quantity: 1 });
});

test('keeps a custom style preset [T5.1.18]', () => {
  expect(fromBatch(createBatch(COMPLETE.stability, { stylePreset: 'woodcut' }))).toMatchObject({
    stabilityStylePreset: 'woodcut',
  });
});
