import { expect, test } from 'vitest';
import {
  addFile,
  addLines,
  addPrompts,
  changeList,
  countRoom,
  editPrompt,
  EMPTY_PROMPT_LIST,
  removePrompt,
} from './prompt-list-value.ts';

const PROMPTS = [{ prompt: 'a fox', name: 'Fox', seed: 7 }, { prompt: 'a cat' }];

test('a change of the list replaces what was edited by hand', () => {
  const edited = { ...EMPTY_PROMPT_LIST, text: 'a', edited: PROMPTS };
  expect(changeList(edited, { text: 'b' })).toEqual({ ...EMPTY_PROMPT_LIST, text: 'b' });
});

test('an edit keeps the other prompts, and the seed', () => {
  const edited = editPrompt(PROMPTS, 0, { prompt: 'a wolf' });
  expect(edited).toEqual([{ prompt: 'a wolf', name: 'Fox', seed: 7 }, PROMPTS[1]]);
  expect(edited[1]).toBe(PROMPTS[1]);
  expect(PROMPTS[0]?.prompt).toBe('a fox');
});

test('an empty name removes the name of a prompt', () => {
  expect(editPrompt(PROMPTS, 0, { name: '' })[0]).toEqual({ prompt: 'a fox', seed: 7 });
  expect(editPrompt(PROMPTS, 1, { name: 'Cat' })[1]).toEqual({ prompt: 'a cat', name: 'Cat' });
});

test('removes one prompt', () => {
  expect(removePrompt(PROMPTS, 0)).toEqual([PROMPTS[1]]);
});

test('prompts are added after those that are there, also if these were edited by hand', () => {
  const list = { ...EMPTY_PROMPT_LIST, text: 'a fox\n' };
  expect(addPrompts(list, ['an owl', 'a cat'])).toEqual({ ...list, text: 'a fox\nan owl\na cat' });
  const edited = { ...list, edited: PROMPTS };
  expect(addPrompts(edited, ['an owl'])).toEqual({ ...edited, edited: [...PROMPTS, { prompt: 'an owl' }] });
});

test('there is room for as many prompts as make 1,000 pictures', () => {
  const styles = ['noir', 'ink'];
  expect(countRoom(EMPTY_PROMPT_LIST, 990)).toBe(10);
  expect(countRoom({ ...EMPTY_PROMPT_LIST, styles }, 990)).toBe(5);
  expect(countRoom({ ...EMPTY_PROMPT_LIST, styles, edited: PROMPTS }, 990)).toBe(10);
  expect(countRoom(EMPTY_PROMPT_LIST, 1200)).toBe(0);
  expect(countRoom({ ...EMPTY_PROMPT_LIST, mode: 'sample' }, 1000)).toBe(1000);
});

test('a file replaces one of the same name', () => {
  const file = (name: string, template: string) => ({
    name,
    rows: [{ template, count: 1, place: { file: name, line: 1, column: 1 } }],
    problems: [],
  });
  const files = addFile([file('a.csv', 'old'), file('b.csv', 'kept')], file('a.csv', 'new'));
  expect(files.map(({ rows }) => rows[0]?.template)).toEqual(['kept', 'new']);
});

test.each([
  ['', 'a\nb\n', 'a\nb'],
  ['x', 'a', 'x\na'],
  ['x\n\n', 'a', 'x\na'],
])('adds lines after %j', (text, lines, expected) => {
  expect(addLines(text, lines)).toBe(expected);
});
