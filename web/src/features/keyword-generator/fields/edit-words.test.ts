import { expect, test } from 'vitest';
import { addWords, moveWord, replaceWord } from './edit-words.ts';

test.each([
  ['one word', 'fox', ['a', 'fox'], ''],
  [
    'a list, also by semicolons, tabs and lines',
    'fox, red  owl;snow\tice\nfog',
    ['a', 'fox', 'red owl', 'snow', 'ice', 'fog'],
    '',
  ],
  ['nothing', ' , ;', ['a'], ''],
  ['what is there already, in whatever case', 'A, Fox, fox', ['a', 'Fox'], ''],
  ['what is too long is left in the field', `fox, ${'x'.repeat(61)}`, ['a', 'fox'], 'x'.repeat(61)],
])('%s', (_name, typed, words, left) => {
  expect(addWords(['a'], typed, 10)).toEqual({ words, left });
});

test('[T9.0.18] of more than 50 keywords the rest is left', () => {
  const fifty = Array.from({ length: 50 }, (_, index) => `word${index}`);
  expect(addWords(fifty.slice(0, 49), 'fox, owl, word3, snow', 50)).toEqual({
    words: [...fifty.slice(0, 49), 'fox'],
    left: 'owl, snow',
  });
});

test.each([
  ['another in its place', 1, ' red  fox ', ['a', 'red fox', 'c']],
  ['none takes it away', 1, '  ', ['a', 'c']],
  ['one that is there already takes it away', 1, 'C', ['a', 'c']],
  ['itself in another case stays', 1, 'B', ['a', 'B', 'c']],
  ['a comma would make two of it', 1, 'x,y', ['a', 'x y', 'c']],
])('%s', (_name, index, typed, words) => {
  expect(replaceWord(['a', 'b', 'c'], index, typed)).toEqual(words);
});

test.each([
  [0, 2, ['b', 'c', 'a']],
  [2, 0, ['c', 'a', 'b']],
  [1, 9, ['a', 'c', 'b']],
  [1, -3, ['b', 'a', 'c']],
  [7, 0, ['a', 'b', 'c']],
])('from place %d to place %d', (from, to, words) => {
  expect(moveWord(['a', 'b', 'c'], from, to)).toEqual(words);
});
