import { expect, test } from 'vitest';
import { describeOptions } from './describe-options.ts';
import { DEFAULT_OPTIONS, type Options } from './saved-options.ts';

test.each<[Partial<Options>, string]>([
  [{}, ''],
  [{ context: '  ' }, ''],
  [{ context: 'A trip' }, 'Context'],
  [{ mustAppear: ['fox'], mustNotAppear: ['a', 'b'] }, 'Include 1 word · Exclude 2 words'],
  [{ keywordCount: 20, language: 'German' }, 'Up to 20 keywords · German'],
])('summarizes %j as %j', (changes, words) => {
  expect(describeOptions({ ...DEFAULT_OPTIONS, ...changes })).toBe(words);
});
