import { expect, it } from 'vitest';
import { chooseBest, chooseOne } from './choose-best.ts';

const picture = (key: string, isStarred = false) => ({ key, isStarred });
const keysOf = ({ kept, others }: ReturnType<typeof chooseBest>) => [
  kept.map(({ key }) => key),
  others.map(({ key }) => key),
];

it('keeps the first picture of each stack, and others with a star', () => {
  const stacks = [
    { pictures: [picture('a'), picture('b')] },
    { pictures: [picture('c', true), picture('d', true), picture('e')] },
  ];
  expect(keysOf(chooseBest(stacks))).toEqual([
    ['a', 'c', 'd'],
    ['b', 'e'],
  ]);
});

it('keeps one of a few pictures, also if another one has a star', () => {
  const [first, second] = [picture('a', true), picture('b')];
  expect(keysOf(chooseOne([first, second], second))).toEqual([['b'], ['a']]);
});
