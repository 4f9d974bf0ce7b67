import { describe, expect, test } from 'vitest';
import { Reference, Timestamp, type Value } from './firestore-values.ts';
import { compareValues, equalValues, identicalValues } from './order.ts';

const documents = 'projects/p/databases/d/documents';
const map = (entries: Record<string, Value>): Value => new Map(Object.entries(entries));

/** Each group sorts after the previous one. Its members are equal. */
const ascending: Value[][] = [
  [null],
  [false],
  [true],
  [Number.NaN],
  [-Infinity],
  [-(2n ** 63n), -(2 ** 63)],
  [-1n, -1],
  [-Number.MIN_VALUE],
  [0n, 0, -0],
  [Number.MIN_VALUE],
  [1n, 1],
  [1.5],
  [2 ** 53, 2n ** 53n],
  [2n ** 53n + 1n],
  [2n ** 63n - 1n],
  [2 ** 63],
  [Infinity],
  [new Timestamp(-1, 999_999_000)],
  [new Timestamp(1, 0)],
  [new Timestamp(1, 1000)],
  [''],
  ['\0'],
  ['a'],
  ['a\0'],
  ['ab'],
  ['b'],
  ['é'],
  ['\ue000'],
  ['\uffff'],
  ['\u{10000}'],
  [Uint8Array.of()],
  [Uint8Array.of(1, 2)],
  [Uint8Array.of(255)],
  [new Reference(`${documents}/a/__id-5__`)],
  [new Reference(`${documents}/a/__id9__`)],
  [new Reference(`${documents}/a/__id10__`)],
  [new Reference(`${documents}/a/b`)],
  [new Reference(`${documents}/a/b/c/d`)],
  [new Reference(`${documents}/a/b-`)],
  [new Reference(`${documents}/a-/b`)],
  [new Reference('projects/p/databases/e/documents/a/a')],
  [[]],
  [[1n], [1]],
  [[1n, null]],
  [[1.5]],
  [['a']],
  [map({})],
  [map({ a: 1n }), map({ a: 1 })],
  [map({ a: 1n, b: 0n }), map({ b: 0n, a: 1n })],
  [map({ a: 2n })],
  [map({ b: 0n })],
];

const places = ascending.flatMap((group, rank) => group.map((value) => ({ rank, value })));

test.each(places)('orders $value like Firestore', ({ rank, value }) => {
  for (const other of places) {
    expect(Math.sign(compareValues(value, other.value))).toBe(Math.sign(rank - other.rank));
    expect(equalValues(value, other.value)).toBe(rank === other.rank);
  }
});

describe('identity', () => {
  test.each<[Value, Value]>([
    [1n, 1],
    [0, -0],
    [[1n], [1]],
    [map({ a: 1n }), map({ a: 1 })],
  ])('%o is not identical to %o, though equal', (a, b) => {
    expect(equalValues(a, b)).toBe(true);
    expect(identicalValues(a, b)).toBe(false);
  });

  test('ignores the order of fields, and NaN equals NaN', () => {
    const a = map({ x: Number.NaN, y: [map({ z: 1n })] });
    const b = map({ y: [map({ z: 1n })], x: Number.NaN });
    expect(identicalValues(a, b)).toBe(true);
  });
});
