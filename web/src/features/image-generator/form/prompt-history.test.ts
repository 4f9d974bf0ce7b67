import { beforeEach, expect, test } from 'vitest';
import { createStorage } from '../../../testing/stub-storage.ts';
import { addPrompt, clearPrompts, readPrompts, removePrompt, searchPrompts } from './prompt-history.ts';

let store = createStorage();
beforeEach(() => void (store = createStorage()));

test('keeps the last 50 prompts, newest first', () => {
  for (let index = 0; index < 60; index++) addPrompt(store, 'ada', `prompt ${index}`);
  const prompts = readPrompts(store, 'ada');
  expect(prompts).toHaveLength(50);
  expect([prompts[0], prompts[49]]).toEqual(['prompt 59', 'prompt 10']);
});

test('moves a prompt that is used again to the top', () => {
  for (const prompt of ['a fox', 'an owl', ' a fox ']) addPrompt(store, 'ada', prompt);
  expect(readPrompts(store, 'ada')).toEqual(['a fox', 'an owl']);
});

test('deletes one prompt or all, of one user only', () => {
  for (const user of ['ada', 'ben']) for (const prompt of ['a fox', 'an owl']) addPrompt(store, user, prompt);
  expect(removePrompt(store, 'ada', 'a fox')).toEqual(['an owl']);
  clearPrompts(store, 'ada');
  expect(readPrompts(store, 'ada')).toEqual([]);
  expect(readPrompts(store, 'ben')).toEqual(['an owl', 'a fox']);
});

test('finds prompts with all words of a search, in any order and case', () => {
  const prompts = ['A red fox in the snow', 'A snow owl', 'A red car'];
  expect(searchPrompts(prompts, 'SNOW red')).toEqual(['A red fox in the snow']);
  expect(searchPrompts(prompts, '  ')).toEqual(prompts);
});
