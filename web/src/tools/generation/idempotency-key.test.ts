import { expect, test } from 'vitest';
import { DEFAULT_VALUES, FormValuesSchema } from './form-values.ts';
import { readStored, writeStored } from '../../client/browser-storage.ts';
import { forgetIdempotencyKey, getIdempotencyKey } from './idempotency-key.ts';
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

test('keeps the key of each request until it succeeds', async () => {
  const store = createStore();
  const keyOf = (request: unknown) => getIdempotencyKey(store, 'key', request);
  const key = await keyOf(DEFAULT_VALUES);
  expect(await keyOf({ ...DEFAULT_VALUES })).toBe(key);
  const other = await keyOf(COMPLETE.xai);
  expect(other).not.toBe(key);
  expect(await keyOf(DEFAULT_VALUES)).toBe(key);
  await forgetIdempotencyKey(store, 'key', COMPLETE.xai);
  expect(await keyOf(COMPLETE.xai)).not.toBe(other);
  expect(await keyOf(DEFAULT_VALUES)).toBe(key);
});

test('keeps a bounded number of keys', async () => {
  const store = createStore();
  const first = await getIdempotencyKey(store, 'key', 0);
  for (let request = 1; request <= 20; request += 1) await getIdempotencyKey(store, 'key', request);
  expect(await getIdempotencyKey(store, 'key', 0)).not.toBe(first);
});
