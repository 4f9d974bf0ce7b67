import { parsePromptTable } from '@portal/contracts/prompt-lists/parse-prompt-table';
import { expect, test } from 'vitest';
import { describePlace } from './describe-problem.ts';
import { collectRows, expandList, findProblems } from './expand-list.ts';
import { EMPTY_PROMPT_LIST, type PromptListValue } from './prompt-list-value.ts';

const LISTS = new Map([['color', ['red', 'blue']]]);
const STYLES = [{ name: 'noir', template: '{prompt}, noir' }];

const expand = (
  overrides: Partial<PromptListValue>,
  lists: ReadonlyMap<string, readonly string[]> | undefined = LISTS,
) => {
  const list = { ...EMPTY_PROMPT_LIST, ...overrides };
  return expandList(list, collectRows(list), lists, STYLES);
};
const makeFile = (name: string, text: string) => ({ name, ...parsePromptTable(name, text) });

test('expands the lines, then the files', () => {
  const files = [makeFile('a.csv', 'prompt,count\nthree,2')];
  const { prompts, total } = expand({ text: 'a __color__ fox', files });
  expect(prompts.map(({ prompt }) => prompt)).toEqual(['a red fox', 'a blue fox', 'three', 'three']);
  expect(total).toBe(4);
});

test('samples as many prompts as requested', () => {
  const text = '{a|b|c|d} {1|2|3|4}';
  const sample = { text, mode: 'sample', sampleCount: 5 } as const;
  expect(expand(sample).prompts).toHaveLength(5);
  expect(expand({ ...sample, sampleSeed: 2 }).prompts).not.toEqual(expand(sample).prompts);
});

test('applies styles, and reports those that are gone', () => {
  const { prompts, problems } = expand({ text: 'fox', styles: ['noir', 'oil'] });
  expect(prompts).toEqual([{ prompt: 'fox, noir', name: 'noir' }]);
  expect(problems).toEqual([{ message: 'The style “oil” was deleted. Remove it.' }]);
});

test('reports what is wrong with a file before the lists have loaded', () => {
  const list = { ...EMPTY_PROMPT_LIST, text: '__color__', files: [makeFile('a.csv', 'prompt\n"x')] };
  const { total, problems } = expandList(list, collectRows(list), undefined, STYLES);
  expect(total).toBe(0);
  expect(problems.map(({ place }) => place && describePlace(place))).toEqual(['a.csv, line 2']);
});

test('has at most 1,000 prompts from lines and files together', () => {
  const files = [makeFile('a.csv', `prompt\n${'x\n'.repeat(600)}`)];
  expect(expand({ text: 'y\n'.repeat(400), files }).problems).toEqual([]);
  expect(expand({ text: 'y\n'.repeat(401), files }).problems).toEqual([
    { message: 'There are 1,001 prompts. A list has at most 1,000.' },
  ]);
});

test('counts prompts that were edited so that they cannot be used', () => {
  expect(findProblems([{ prompt: 'fox' }])).toEqual([]);
  expect(findProblems([{ prompt: ' ' }, { prompt: 'fox' }])).toEqual([
    { message: '1 prompt cannot be used. Edit or remove it.' },
  ]);
  expect(findProblems([{ prompt: '' }, { prompt: 'x'.repeat(1001) }])).toEqual([
    { message: '2 prompts cannot be used. Edit or remove them.' },
  ]);
});

test.each([
  [{ line: 3, column: 1 }, 'Line 3'],
  [{ line: 3, column: 7 }, 'Line 3, column 7'],
  [{ file: 'a.csv', line: 3, column: 1 }, 'a.csv, line 3'],
  [{ file: 'a.csv', line: 3, column: 7 }, 'a.csv, line 3, character 7 of the prompt'],
])('describes %o', (place, expected) => {
  expect(describePlace(place)).toBe(expected);
});
