import { expect, test } from 'vitest';
import type { Value } from './firestore-values.ts';
import { deleteField, getField, parseFieldPath, printFieldPath, setField } from './field-path.ts';

test.each([
  ['a', ['a']],
  ['a.b_1._c', ['a', 'b_1', '_c']],
  ['`a.b`.c', ['a.b', 'c']],
  ['`a b`', ['a b']],
  ['`\\``.`\\\\`', ['`', '\\']],
  ['`é`.`1`', ['é', '1']],
])('%s parses and prints back', (text, path) => {
  expect(parseFieldPath(text)).toEqual(path);
  expect(printFieldPath(path)).toBe(text);
});

test.each(['', 'a..b', '.a', 'a.', 'a b', '`a', '`a`b', '``', '1a', 'a-b', 'é', 'a[0]', '`a\\`', '`a\\q`'])(
  '"%s" is refused',
  (text) => {
    expect(() => parseFieldPath(text)).toThrow(/Invalid/);
  },
);

const nested = () => new Map<string, Value>([['a', new Map<string, Value>([['b', 1n]])]]);

test('setting a nested field copies the map that contains it', () => {
  const before = nested();
  const fields = new Map(before);
  setField(fields, ['a', 'c', 'd'], 2n);
  expect(getField(fields, ['a', 'b'])).toBe(1n);
  expect(getField(fields, ['a', 'c', 'd'])).toBe(2n);
  expect(before).toEqual(nested());
});

test('setting below a value that is not a map replaces it', () => {
  const fields = new Map<string, Value>([['a', 'text']]);
  setField(fields, ['a', 'b'], 1n);
  expect(fields).toEqual(nested());
});

test('deleting keeps an empty map and ignores missing fields', () => {
  const fields = nested();
  deleteField(fields, ['a', 'b']);
  deleteField(fields, ['x', 'y']);
  deleteField(fields, ['a', 'b', 'c']);
  expect(fields).toEqual(new Map([['a', new Map()]]));
});
