import { describe, expect, test } from 'vitest';
import { findPatternProblem, matchesFully } from './regular-expression.ts';

describe('follows RE2 syntax and semantics', () => {
  test.each([
    ['abc', 'a|abc', true],
    ['abc', 'b', false],
    ['a\nb', 'a.b', false],
    ['a\u2028b', 'a.b', true],
    ['a\nb', '(?s)a.b', true],
    ['ABc', '(?i)ab(?-i)c', true],
    ['ABC', '(?i)ab(?-i)c', false],
    ['b', 'x(?i)a|B', true],
    ['é', '\\w', false],
    ['é', '\\pL', true],
    ['é', '\\p{Latin}', true],
    ['é', '[^\\p{Greek}]', true],
    ['٣', '\\d', false],
    ['\u00a0', '\\s', false],
    ['a', '[[:alpha:]]', true],
    ['a', '[^[:^alpha:]]', true],
    ['-]', '[]-]+', true],
    ['a', '[^\\W]', true],
    ['a.c', '\\Qa.c\\E', true],
    ['abc', '\\Qa.c\\E', false],
    ['a', '\\x{61}', true],
    ['a', '\\141', true],
    ['a{,3}', 'a{,3}', true],
    ['a{', 'a{', true],
    ['😀', '.', true],
    ['a\nb', '(?m)a$\\n^b', true],
    ['aa', '(?U)a+', true],
    ['ab', '(?P<first>a)(?<second>b)', true],
    ['ſ', '(?i)s', true],
  ])('%j, %s: %s', (text, pattern, expected) => {
    expect(matchesFully(text, pattern)).toBe(expected);
  });
});

test.each([
  '[',
  '(',
  'a)',
  'a(?=b)',
  '(?<!a)b',
  '(a)\\1',
  'a++',
  '*a',
  'a\\Z',
  '\\C',
  'a{1001}',
  '[b-a]',
  '[a-\\d]',
])('rejects %s, which RE2 does not support', (pattern) => {
  expect(findPatternProblem(pattern)).toBe(`Invalid regular expression pattern. Pattern: ${pattern}.`);
});
