import { expect, test } from 'vitest';
import { containsWords, splitWords } from './search-words.ts';

test.each([
  ['', true],
  ['  ', true],
  ['FOX  snow', true],
  ['snow fo', true],
  ['fox rain', false],
  // Words do not continue in the next text.
  ['foxsnow', false],
])('the search %j finds a fox in the snow: %j', (search, isFound) => {
  expect(containsWords(splitWords(search), ['Fox', 'Snow'])).toBe(isFound);
});
