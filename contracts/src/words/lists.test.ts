import { expect, test } from 'vitest';
import { ARTISTS, CREDITED_ARTISTS } from './artists.ts';
import { BRANDS, BRANDS_WITH_PRODUCTS } from './brands.ts';
import { CHARACTERS } from './characters.ts';
import { findNamedWords } from './find-named-words.ts';
import { GOVERNMENT_AGENCIES, PEOPLE } from './forbidden.ts';
import { ORDINARY } from './ordinary.ts';

const split = (list: string) => list.split(', ');
const products = Object.keys(BRANDS_WITH_PRODUCTS);
const LISTS: [string, string[]][] = [
  ['artists', split(ARTISTS)],
  ['credited artists', split(CREDITED_ARTISTS)],
  ['brands', split(BRANDS)],
  ['brands with products', products],
  ['characters', split(CHARACTERS)],
  ['people', split(PEOPLE)],
  ['government agencies', split(GOVERNMENT_AGENCIES)],
  ['ordinary phrases', split(ORDINARY)],
];

test.each(LISTS)('%s are lower case, without punctuation, and listed once', (_name, names) => {
  expect(names.filter((name) => !/^[\p{Ll}\p{N}]+( [\p{Ll}\p{N}]+)*$/u.test(name))).toEqual([]);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('no name is in two lists that need nothing else', () => {
  const sure = [ARTISTS, BRANDS, CHARACTERS, PEOPLE, GOVERNMENT_AGENCIES].flatMap(split);
  expect(sure.filter((name, index) => sure.indexOf(name) !== index)).toEqual([]);
  // It would be found without a credit or a product.
  expect([...split(CREDITED_ARTISTS), ...products].filter((name) => sure.includes(name))).toEqual([]);
});

test.each([
  ['artist', ARTISTS],
  ['brand', BRANDS],
  ['character', CHARACTERS],
  ['forbidden', `${PEOPLE}, ${GOVERNMENT_AGENCIES}`],
])('each %s name is found by itself, as a whole', (kind, list) => {
  for (const name of split(list))
    expect(
      findNamedWords(name).map((found) => [found.word, found.kind]),
      name,
    ).toEqual([[name, kind]]);
});

test('names that need a credit or a product are not found by themselves', () => {
  for (const name of [...split(CREDITED_ARTISTS), ...products, ...split(ORDINARY)])
    expect(findNamedWords(name), name).toEqual([]);
  for (const name of split(CREDITED_ARTISTS))
    expect(findNamedWords(`a hill by ${name}`), name).toMatchObject([{ word: name, kind: 'artist' }]);
});

test('has enough names to matter, and few enough to review', () => {
  const sizes = Object.fromEntries(LISTS.map(([name, names]) => [name, names.length]));
  expect(sizes['artists']).toBeGreaterThan(150);
  expect(sizes['characters']).toBeGreaterThan(100);
  for (const [name, names] of LISTS) expect(names.length, name).toBeLessThan(500);
});
