import { expect, test } from 'vitest';
import { DEFAULT_VALUES, FormValuesSchema } from './form-values.ts';
import { keep, readKept } from '../../../shared/browser-storage.ts';
import { takeKey } from './idempotency-key.ts';
import { COMPLETE } from './testing/create-values.ts';

function createStore() {
  const items = new Map<string, string>();
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => void items.set(name, text),
  };
}

test.each(Object.entries(COMPLETE))('the form of %s comes back as it was kept', (_family, values) => {
  const store = createStore();
  keep(store, 'draft', values);
  expect(readKept(store, 'draft', FormValuesSchema)).toEqual(values);
});

test('of a form that was kept by another version, what still fits comes back', () => {
  const store = createStore();
  keep(store, 'draft', { prompt: 'A red fox', quantity: 1000, gptQuality: 'ultra', gptBackground: 'opaque' });
  expect(readKept(store, 'draft', FormValuesSchema)).toMatchObject({
    prompt: 'A red fox',
    quantity: 1,
    provider: 'openai',
    gptQuality: '',
    gptBackground: 'opaque',
  });
});

test.each(['', 'no JSON', 'null', '7'])('%o is no form', (kept) => {
  const store = createStore();
  store.setItem('draft', kept);
  expect(readKept(store, 'draft', FormValuesSchema)).toBeUndefined();
});

test('a request keeps its key until it has succeeded; another request has another', () => {
  const store = createStore();
  const key = takeKey(store, 'key', DEFAULT_VALUES);
  expect(takeKey(store, 'key', { ...DEFAULT_VALUES })).toBe(key);
  const other = takeKey(store, 'key', COMPLETE.xai);
  expect(other).not.toBe(key);
  keep(store, 'key', null);
  expect(takeKey(store, 'key', COMPLETE.xai)).not.toBe(other);
});
