import { expect, it } from 'vitest';
import { chooseDistinct } from './choose-distinct.ts';

const FOX = 'A red fox sleeping in deep snow at dawn, soft light';
const choose = (
  prompts: string[],
  { count = 10, theme = 'fox', must = [] as string[], mustNot = [] as string[], known = [] as string[] } = {},
) => {
  const candidates = prompts.map((prompt) => ({ prompt, difference: '' }));
  const { suggestions, leftOut } = chooseDistinct(candidates, { count, theme, must, mustNot }, known);
  return { prompts: suggestions.map(({ prompt }) => prompt), leftOut };
};

it.each([
  ['the same words in another order', 'Soft light at dawn: a red fox, sleeping in the deep snow.'],
  ['other case, plural and spelling', 'RED FOXES sleeping in deep snow at dawn, soft lights'],
  ['one other word', 'A red fox sleeping in deep snow at dusk, soft light'],
])('leaves out a prompt with %s', (_, alike) => {
  expect(choose([FOX, alike])).toEqual({ prompts: [FOX], leftOut: 1 });
  expect(choose([alike], { known: [FOX] })).toEqual({ prompts: [], leftOut: 1 });
});

it.each([
  'A red fox sleeping in tall grass at noon, hard light',
  'A red fox hunting in deep snow under a full moon, seen from above',
  'A red fox',
])('keeps another picture of the same theme: %s', (other) => {
  expect(choose([FOX, other])).toEqual({ prompts: [FOX, other], leftOut: 0 });
});

it('compares what the prompts do not have in common', () => {
  const theme = 'a small white lighthouse on a rocky coast';
  const prompts = [`${theme}, golden clouds, gulls`, `${theme}, golden haze, gulls`];
  expect(choose(prompts, { theme: 'sea' }).leftOut).toBe(1);
  expect(choose(prompts, { theme }).leftOut).toBe(0);
  expect(choose(prompts, { must: [theme] }).leftOut).toBe(0);
  expect(choose([theme, `${theme}.`], { theme }).leftOut).toBe(1);
});

it('leaves out prompts with words that must not appear, also in plural', () => {
  const mustNot = ['cat', 'full moon'];
  expect(choose([FOX, 'two cats', 'a hill under a full moon', 'a category'], { mustNot })).toEqual({
    prompts: [FOX, 'a category'],
    leftOut: 2,
  });
});

it('stops at the count, without calling the rest left out', () => {
  expect(choose(['one boat', 'two hills', 'two hills', 'three trees'], { count: 2 })).toEqual({
    prompts: ['one boat', 'two hills'],
    leftOut: 0,
  });
});
