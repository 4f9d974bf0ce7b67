import { expect, test } from 'vitest';
import { addWords, moveWord, replaceWord } from './edit-words.ts';

test.each([
  ['one word', 'fox', ['a', 'fox'], ''],
  [
    'a list separated by commas, semicolons, tabs or lines',
    'fox, red  owl;snow\tice\nfog',
    ['a', 'fox', 'red owl', 'snow', 'ice', 'fog'],
    '',
  ],
  ['nothing', ' , ;', ['a'], ''],
  ['no duplicates, ignoring case', 'A, Fox, fox', ['a', 'Fox'], ''],
  ['no word that is too long', `fox, ${'x'.repeat(61)}`, ['a', 'fox'], 'x'.repeat(61)],
])('adds %s', (_name, typed, words, rest) => {
  expect(addWords(['a'], typed, 10)).toEqual({ words, rest });
});

test('returns keywords over the limit of 50 [T9.0.18]', () => {
  const fifty = Array.from({ length: 50 }, (_, index) => `word${index}`);
  expect(addWords(fifty.slice(0, 49), 'fox, owl, word3, snow', 50)).toEqual({
    words: [...fifty.slice(0, 49), 'fox'],
    rest: 'owl, snow',
  });
});

test.each([
  ['replaces the word', 1, ' red  fox ', ['a', 'red fox', 'c']],
  ['removes the word if the new one is empty', 1, '  ', ['a', 'c']],
  ['removes the word if the new one is a duplicate', 1, 'C', ['a', 'c']],
  ['changes the case of the word', 1, 'B', ['a', 'B', 'c']],
  ['replaces a comma with a space', 1, 'x,y', ['a', 'x y', 'c']],
])('%s', (_name, index, typed, words) => {
  expect(replaceWord(['a', 'b', 'c'], index, typed)).toEqual(words);
});

test.each([
  [0, 2, ['b', 'c', 'a']],
  [2, 0, ['c', 'a', 'b']],
  [1, 9, ['a', 'c', 'b']],
  [1, -3, ['b', 'a', 'c']],
  [7, 0, ['a', 'b', 'c']],
])('moves a word from %d to %d', (from, to, words) => {
  expect(moveWord(['a', 'b', 'c'], from, to)).toEqual(words);
});
