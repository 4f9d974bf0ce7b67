import { expect, test } from 'vitest';
import { MODEL_LABELS, nameModel, nameProvider, PROVIDER_NAMES } from './provider-labels.ts';

test('shows product names of providers and models, and other values unchanged', () => {
  expect([nameProvider('openai'), nameModel('imagen4')]).toEqual(['ChatGPT', 'Imagen 4']);
  // From the URL.
  expect([nameProvider('constructor'), nameModel('gone')]).toEqual(['constructor', 'gone']);
});

test('each model has a name of its own', () => {
  const names = Object.values(MODEL_LABELS);
  expect(new Set(names.filter((name) => name !== '')).size).toBe(names.length);
});

test('labels the old Gemini model as deprecated [T2.1.25]', () => {
  expect(MODEL_LABELS.gemini).toBe('Gemini (Deprecated)');
});

test('names providers by their product [T2.1.26]', () => {
  expect(PROVIDER_NAMES).toEqual({
    openai: 'ChatGPT',
    google: 'Gemini',
    stability: 'Stable Diffusion',
    xai: 'Grok',
  });
});
