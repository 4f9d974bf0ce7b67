import { expect, test } from 'vitest';
import { Reference, Timestamp, type Value } from './firestore-values.ts';
import { checkDocumentSize } from './document-size.ts';
import { checkFields } from './limits.ts';

const map = (entries: Record<string, Value>) => new Map(Object.entries(entries));

function nest(levels: number, wrap: (value: Value) => Value): Value {
  let value: Value = 1n;
  for (let level = 0; level < levels; level++) value = wrap(value);
  return value;
}
const filled = (last: number) => map({ a: 'a'.repeat(500_000), b: 'b'.repeat(last) });
const inMaps = (levels: number) => nest(levels, (value) => map({ a: value }));

test.each<[string, Value]>([
  ['20 maps deep', inMaps(20)],
  ['10 arrays in 10 maps', nest(10, (value) => [map({ a: value })])],
  ['an array in a map in an array', [map({ a: [1n] })]],
  ['the first second', new Timestamp(-62_135_596_800, 0)],
  ['the last microsecond', new Timestamp(253_402_300_799, 999_999_000)],
  ['a reference into another database', new Reference('projects/x/databases/y/documents/a/b')],
  ['the longest string', 'a'.repeat(1_048_487)],
])('stores %s unchanged', (_, value) => {
  const fields = map({ x: value });
  expect(checkFields(fields)).toBe(fields);
});

test.each<[string, Value, string]>([
  ['21 maps deep', inMaps(21), 'Property x contains an invalid nested entity'],
  ['an array in an array', [[1n]], 'array value in an array value'],
  ['a vector', map({ __type__: '__vector__', value: [1] }), 'A vector'],
  ['a time before year 1', new Timestamp(-62_135_596_801, 0), 'seconds'],
  ['a time after year 9999', new Timestamp(253_402_300_800, 0), 'seconds'],
  ['negative nanoseconds', new Timestamp(0, -1), 'nanos'],
  ['a reference to a collection', new Reference('projects/x/databases/y/documents/a'), 'lacks "/"'],
  ['a reference to a database', new Reference('projects/x/databases/y'), 'Non-document'],
  ['a string that is too long', 'é'.repeat(524_244), 'longer than 1048487 bytes'],
  ['bytes that are too long, in an array', [new Uint8Array(1_048_488)], 'longer than 1048487 bytes'],
  ['an empty name inside', map({ '': 1n }), 'invalid nested entity'],
  ['a reserved name inside', map({ __a__: 1n }), 'reserved'],
])('%s is refused', (_, value, message) => {
  expect(() => checkFields(map({ x: value }))).toThrow(message);
});

test.each(['', '__a__', '__name__', 'a'.repeat(1501)])('rejects the field name "%s"', (name) => {
  expect(() => checkFields(map({ [name]: 1n }))).toThrow(/reserved|empty|longer/);
});

test('truncates times to microseconds at any depth', () => {
  const time = new Timestamp(1, 1999);
  const cut = new Timestamp(1, 1000);
  expect(checkFields(map({ a: time, b: map({ c: [1n, time] }) }))).toEqual(
    map({ a: cut, b: map({ c: [1n, cut] }) }),
  );
});

test('a document may have at most 1,048,576 bytes', () => {
  const name = 'projects/p/databases/d/documents/sz/d';
  checkDocumentSize(name, filled(548_517));
  expect(() => checkDocumentSize(name, filled(548_518))).toThrow('maximum entity size is 1048576 bytes');
});
