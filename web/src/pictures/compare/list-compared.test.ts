import { expect, it } from 'vitest';
import { listCompared } from './list-compared.ts';

const pictures = ['a', 'b', 'c', 'd', 'e'].map((key) => ({ key }));
const find = (...keys: string[]) => pictures.filter(({ key }) => keys.includes(key));
const single = { key: 'z' };
const stacked = { key: 'a', part: { pictures, isOpen: false, isTop: true } };
const keysOf = (...args: Parameters<typeof listCompared>) => listCompared(...args).map(({ key }) => key);

it('compares what is selected', () => {
  expect(keysOf(single, find('a', 'b'))).toEqual(['a', 'b']);
  expect(keysOf(stacked, find('b', 'c'))).toEqual(['b', 'c']);
  expect(keysOf(stacked, [single])).toEqual(['z']);
});

it('compares the best four of a stack if nothing, one of it or all of it is selected', () => {
  for (const selected of [[], find('c'), pictures])
    expect(keysOf(stacked, selected)).toEqual(['a', 'b', 'c', 'd']);
});

it('has nothing to compare a single picture with', () => {
  expect(keysOf(single, [])).toEqual([]);
});
