import { expect, test } from 'vitest';
import { isTypedWord } from './typed-word.ts';

test.each([
  ['DELETE', true],
  ['  delete ', true],
  ['Delete', true],
  ['', false],
  ['   ', false],
  ['DELETE ALL', false],
  ['DELET', false],
])('%j confirms: %s', (typed, isConfirmed) => {
  expect(isTypedWord(typed)).toBe(isConfirmed);
});
