import { expect, it } from 'vitest';
import { compareHashes, encodeHash, findAlike, parseHash, type Hash } from './likeness.ts';

const NUMBERS = 47;
/** Repeatable. */
const makeNumbers = (seed: number) =>
  Array.from(
    { length: NUMBERS },
    (_, index) => Math.trunc(7.5 * Math.sin(seed * 37.7 + index * (1 + (seed % 11)))) + 0,
  );

function makeHash(numbers: readonly number[]): Hash {
  const hash = parseHash(encodeHash(numbers));
  if (!hash) throw new Error('No hash.');
  return hash;
}

it('writes a hash in 32 characters, and reads it', () => {
  const numbers = makeNumbers(1);
  const text = encodeHash(numbers);
  expect(text).toMatch(/^[A-Za-z0-9+/]{32}$/);
  expect([...(parseHash(text)?.luma ?? [])]).toEqual(numbers.slice(0, 35));
});

it('keeps numbers that are too large at the end of their range', () => {
  expect(makeHash([100, -100]).luma.subarray(0, 2)).toEqual(Int8Array.from([7, -7]));
});

it.each(['', 'AAAA', `${'A'.repeat(31)}=`, 'A'.repeat(33), `${'A'.repeat(31)}!`])(
  'reads no hash from "%s"',
  (text) => {
    expect(parseHash(text)).toBeUndefined();
  },
);

it('finds a picture the same as itself, and others the same from both sides', () => {
  const [one, other] = [makeHash(makeNumbers(1)), makeHash(makeNumbers(2))];
  expect(compareHashes(one, one)).toBe(1);
  expect(compareHashes(one, other)).toBe(compareHashes(other, one));
  expect(compareHashes(one, other)).toBeLessThan(0.6);
});

it('takes the contrast of a picture for nothing, and its colors for something', () => {
  const numbers = [
    ...Array.from({ length: 35 }, (_, index) => (index % 4) - 1),
    ...Array.from({ length: 12 }, () => 0),
  ];
  const stronger = numbers.map((number) => 3 * number);
  const colored = numbers.map((number, index) => (index < 35 ? number : 5));
  expect(compareHashes(makeHash(numbers), makeHash(stronger))).toBeCloseTo(1);
  expect(compareHashes(makeHash(numbers), makeHash(colored))).toBeCloseTo(0.7);
});

it('finds all pairs that are alike, as comparing each does', () => {
  const some = Array.from({ length: 40 }, (_, seed) => makeNumbers(seed));
  const varied = some.map((numbers, seed) =>
    numbers.map((number, index) => number + ((index * seed) % 3) - 1),
  );
  const flat = [[], []];
  const hashes = [...some, ...varied, ...flat].map(makeHash);
  for (const threshold of [0.3, 0.6, 0.8, 1]) {
    const expected = hashes.flatMap((one, first) =>
      hashes.flatMap((other, second) =>
        second > first && compareHashes(one, other) >= threshold ? [[first, second]] : [],
      ),
    );
    expect(expected.length).toBeGreaterThan(0);
    expect(findAlike(hashes, threshold)).toEqual(expected);
  }
});
