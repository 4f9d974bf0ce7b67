import { expect, test } from 'vitest';
import { MODEL_LABELS, nameModel, nameProvider } from './labels.ts';

test('shows product names of providers and models, and other values unchanged', () => {
  expect([nameProvider('openai'), nameModel('imagen4')]).toEqual(['ChatGPT', 'Imagen 4']);
  // From the URL.
  expect([nameProvider('constructor'), nameModel('gone')]).toEqual(['constructor', 'gone']);
});

test('each model has a name of its own', () => {
  const names = Object.values(MODEL_LABELS);
  expect(new Set(names.filter((name) => name !== '')).size).toBe(names.length);
});
