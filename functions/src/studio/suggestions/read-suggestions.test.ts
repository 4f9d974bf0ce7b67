import { expect, it } from 'vitest';
import { readSuggestions } from './read-suggestions.ts';

const read = (...prompts: unknown[]) => readSuggestions(JSON.stringify({ prompts }));

it('reads prompts that mean the same in a list', () => {
  const prompt = ' # A {red|blue} fox\nwith __eyes__ and a \\ sign';
  expect(read({ prompt, difference: 'the\neyes' })).toEqual([
    { prompt: 'A red|blue fox with _eyes_ and a sign', difference: 'the eyes' },
  ]);
});

it.each([
  ['no text', { difference: 'x' }],
  ['an empty text', { prompt: ' {} ', difference: 'x' }],
  ['a text that is too long', { prompt: 'x'.repeat(1001), difference: 'x' }],
  ['anything else', 'a fox'],
])('leaves out %s', (_, answered) => {
  expect(read(answered, { prompt: 'a fox', difference: 'x'.repeat(999) })).toEqual([
    { prompt: 'a fox', difference: 'x'.repeat(120) },
  ]);
});

it.each(['Sorry.', '{}', '{"prompts":7}'])('reads nothing from %s', (text) => {
  expect(readSuggestions(text)).toEqual([]);
});
