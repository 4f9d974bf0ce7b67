import { expect } from 'vitest';
import { expandPrompts, type PromptList, type PromptMode } from '../expand-prompts.ts';
import { parseLines } from '../parse-lines.ts';

export const LISTS: Record<string, string[]> = {
  color: ['red', 'green', 'blue'],
  season: ['summer', '{autumn|fall}', '# not now', 'winter'],
  weather: ['3::sun', '1::rain'],
  scene: ['__color__ __season__'],
};
export const COMBINE: PromptMode = { kind: 'combine' };
export const sample = (count: number, seed = 1): PromptMode => ({ kind: 'sample', count, seed });

export const expand = (text: string, overrides: Partial<PromptList> = {}) =>
  expandPrompts({
    rows: parseLines(text),
    lists: new Map(Object.entries(LISTS)),
    styles: [],
    mode: COMBINE,
    ...overrides,
  });
/** What is made, without problems. */
export const listTexts = (text: string, overrides?: Partial<PromptList>) => {
  const { prompts, problems, total } = expand(text, overrides);
  expect(problems).toEqual([]);
  expect(total).toBe(prompts.length);
  return prompts.map(({ prompt }) => prompt);
};
