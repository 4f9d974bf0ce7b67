import type { Model } from '@portal/contracts/generation-request';
import { findPrompt, type GenerationBatch } from '@portal/contracts/image-generator';
import {
  EMPTY_VALUES,
  findFamilyFields,
  FormValuesSchema,
  INITIAL_VALUES,
  type FormValues,
} from './form-values.ts';
import { CHOICES, isChoice, type ChoiceName } from './choices.ts';

/** Models that the form no longer offers, with the closest alternative. */
const SUCCESSORS: Partial<Record<Model, FormValues['model']>> = {
  'gpt-4o': 'gpt-image-1',
  gemini: 'imagen3',
  grok: 'grok-2-image',
  'sd3.5-large-turbo': 'sd3.5-large',
};

/** A batch's settings as form values. With a prompt for each picture, those of one picture. */
export const fromBatch = (batch: GenerationBatch, index = 0): FormValues => ({
  ...fromSettings(
    batch,
    batch.prompts
      ? { prompt: findPrompt(batch, index), quantity: 1 }
      : { prompt: batch.prompt, quantity: batch.requestedCount },
  ),
  isHalfPrice: batch.halfPrice !== undefined,
});

/** Values that the form does not offer become the closest one. */
export function fromSettings(
  from: Pick<GenerationBatch, 'provider' | 'model'>,
  { prompt, quantity }: Pick<FormValues, 'prompt' | 'quantity'>,
): FormValues {
  const { provider } = from;
  const model = SUCCESSORS[from.model] ?? from.model;
  const start = { ...EMPTY_VALUES, ...INITIAL_VALUES[provider], prompt, quantity, model };
  const settings: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(findFamilyFields(start))) {
    const value: unknown = Reflect.get(from, key);
    if (value !== undefined)
      settings[field] = isChoice(field) && typeof value === 'string' ? findClosest(field, value) : value;
  }
  if (provider === 'stability') settings['stabilityVersion'] = model.slice('sd3.5-'.length);
  return FormValuesSchema.parse({ ...start, ...settings });
}

/** The value itself if offered, else for an aspect ratio the closest one. */
function findClosest(field: ChoiceName, value: string): string {
  const offered = CHOICES[field].map((option) => option.value);
  if (offered.some((other) => other === value) || !value.includes(':')) return value;
  const distance = (ratio: string) => Math.abs(Math.log(readRatio(ratio) / readRatio(value)));
  return offered.toSorted((one, other) => distance(one) - distance(other))[0] ?? value;
}

/** Width over height. */
export function readRatio(text: string): number {
  const [width = 1, height = 1] = text.split(':').map(Number);
  return width / height;
}
