import { expect, it } from 'vitest';
import { findNamedWords } from './find-named-words.ts';

const hasBrand = (keyword: string): boolean => findNamedWords(keyword).length > 0;

it.each([
  ['nike'],
  ['nike sneakers'],
  ['red nikes on a bench'],
  ['iphone'],
  ['iphones'],
  ['iphone 15 pro'],
  ['iphone15'],
  ['i phone'],
  ['coca-cola'],
  ['coca cola bottle'],
  ['cocacola'],
  ["levi's"],
  ["mcdonald's"],
  ['mcdonalds'],
  ['mercedes-benz'],
  ['pokémon'],
  ['pokemon'],
  ["l'oréal"],
  ['winnie the pooh'],
  ['ıkea'],
  ['Disney'],
])('%j has a brand', (keyword) => {
  expect(hasBrand(keyword)).toBe(true);
});

it.each([
  ['apple', 'apple watch'],
  ['green apple', 'apple laptop computer'],
  ['amazon', 'amazon packages'],
  ['amazon rainforest', 'amazon warehouse'],
  ['shell', 'shell gas station'],
  ['sea shell', 'shell fuel'],
  ['jaguar', 'jaguar cars'],
  ['puma', 'puma shoes'],
  ['target', 'target supermarket'],
  ['visa', 'visa card'],
  ['canon in d', 'canon eos r5'],
  ['tesla coil', 'tesla car'],
  ['north face of the eiger', 'north face jacket'],
  ['twitter of birds', 'twitter app'],
  ['adobe house', 'adobe photoshop'],
  ['windows', 'windows 11'],
  ['new balance in life', 'new balance sneakers'],
  ['red bull in a field', 'red bull can'],
  ['ford across a river', 'ford mustang'],
])('%j has none, %j has', (word, brand) => {
  expect([hasBrand(word), hasBrand(brand)]).toEqual([false, true]);
});

it.each([
  ['orange'],
  ['kiwi'],
  ['seat'],
  ['dove'],
  ['mini'],
  // German: above.
  ['über'],
  // Dutch: lemon. Czech: pity. Spanish: sling. Italian: wasp.
  ['citroen'],
  ['škoda'],
  ['honda'],
  ['vespa'],
  ['likeable'],
  ['nikolaus'],
  ['sonya'],
  ['legolas greenleaf'],
  ['pineapple juice'],
  ['pineapple phone case'],
  ['seashell gas'],
  ['watch'],
  [''],
])('%j has no brand', (keyword) => {
  expect(hasBrand(keyword)).toBe(false);
});
