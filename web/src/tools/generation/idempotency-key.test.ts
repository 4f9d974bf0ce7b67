import { expect, test } from 'vitest';
import { DEFAULT_VALUES, FormValuesSchema } from './form-values.ts';
import { readStored, writeStored } from '../../client/browser-storage.ts';
import { getIdempotencyKey } from './idempotency-key.ts';
import { COMPLETE } from './testing/create-values.ts';

function createStore() {
  const items = new Map<string, string>();
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => void items.set(name, text),
  };
}

test.each(Object.entries(COMPLETE))('restores a saved draft of %s', (_family, values) => {
  const store = createStore();
  writeStored(store, 'draft', values);
  expect(readStored(store, 'draft', FormValuesSchema)).toEqual(values);
});

test('restores the valid fields of a draft from another version', () => {
  const store = createStore();
  writeStored(store, 'draft', {
    prompt: 'A red fox',
    quantity: 1000,
    gptQuality: 'ultra',
    gptBackground: 'opaque',
  });
  expect(readStored(store, 'draft', FormValuesSchema)).toMatchObject({
    prompt: 'A red fox',
    quantity: 1,
    provider: 'openai',
    gptQuality: '',
    gptBackground: 'opaque',
  });
});

test.each(['', 'no JSON', 'null', '7'])('ignores the invalid draft %o', (stored) => {
  const store = createStore();
  store.setItem('draft', stored);
  expect(readStored(store, 'draft', FormValuesSchema)).toBeUndefined();
});

test('keeps a request’s key until it succeeds', () => {
  const store = createStore();
  const key = getIdempotencyKey(store, 'key', DEFAULT_VALUES);
  expect(getIdempotencyKey(store, 'key', { ...DEFAULT_VALUES })).toBe(key);
  const other = getIdempotencyKey(store, 'key', COMPLETE.xai);
  expect(other).not.toBe(key);
  writeStored(store, 'key', null);
  expect(getIdempotencyKey(store, 'key', COMPLETE.xai)).not.toBe(other);
});
