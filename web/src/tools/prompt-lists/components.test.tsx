import type { ListedPrompt } from '@portal/contracts/generation-request';
import { findNamedWords } from '@portal/contracts/words/find-named-words';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listNames, openPart, readText } from '../../testing/open-part.tsx';
import { ProblemList } from './problem-list.tsx';
import { EMPTY_PROMPT_LIST, type PromptListValue } from './prompt-list-value.ts';
import { PromptRow } from './prompt-row.tsx';
import { PromptText } from './prompt-text.tsx';

const ignore = () => undefined;

test.each([
  [{ prompt: 'A red fox' }, '', 'false', /^5 A red fox$/],
  [
    { prompt: 'A red fox', name: 'Fox', seed: 0, negativePrompt: 'snow' },
    'Fox',
    'false',
    /^5 A red fox Seed 0 · Without: snow$/,
  ],
  [{ prompt: 'A red fox', negativePrompt: 'snow' }, '', 'false', /^5 A red fox Without: snow$/],
  [{ prompt: '' }, '', 'true', /^5 .+/],
] satisfies [ListedPrompt, string, string, RegExp][])(
  'shows a prompt, and what is wrong with it: %o',
  (prompt, name, isInvalid, text) => {
    openPart(<PromptRow index={4} prompt={prompt} words={[]} onEdit={ignore} onRemove={ignore} />);
    expect(readText()).toMatch(text);
    const nameField = screen.getByRole('textbox', { name: 'Name of picture 5' });
    expect(nameField).toMatchObject({ value: name, placeholder: 'No name' });
    const promptField = screen.getByRole('textbox', { name: 'Prompt of picture 5' });
    expect(promptField.getAttribute('aria-invalid')).toBe(isInvalid);
    expect(listNames('button')).toEqual(['Remove picture 5']);
  },
);

test('a row marks words that agencies refuse, and says why', () => {
  const prompt = 'a fox in Nike shoes';
  openPart(
    <PromptRow
      index={0}
      prompt={{ prompt }}
      words={findNamedWords(prompt)}
      onEdit={ignore}
      onRemove={ignore}
    />,
  );
  const why = '“Nike” is a brand. Agencies refuse pictures that name it.';
  const field = screen.getByRole('textbox', { name: 'Prompt of picture 1', description: why });
  expect(field.getAttribute('aria-invalid')).toBe('false');
  expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['Nike']);
});

test('problems lead to their place in the text, and name files', () => {
  const message = 'Close the brace.';
  openPart(
    <ProblemList
      id="p"
      onSelect={ignore}
      problems={[
        { message: 'Too many prompts.' },
        { message, place: { line: 3, column: 7 } },
        { message, place: { line: 4, column: 1 } },
        { message, place: { file: 'a.csv', line: 5, column: 1 } },
        { message, place: { file: 'a.csv', line: 6, column: 2 } },
        { message, place: { line: 8, column: 1 } },
        { message, place: { line: 9, column: 1 } },
      ]}
    />,
  );
  expect(listNames('button')).toEqual(['Line 3, column 7', 'Line 4']);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Too many prompts.',
    `Line 3, column 7: ${message}`,
    `Line 4: ${message}`,
    `a.csv, line 5: ${message}`,
    `a.csv, line 6, character 2 of the prompt: ${message}`,
    'And 2 more problems.',
  ]);
  expect(readText(screen.getByRole('status'))).toBe(readText());
  openPart(<ProblemList id="p" problems={[]} onSelect={ignore} />);
  expect(listNames('status')).toHaveLength(1);
  expect(listNames('list')).toEqual([]);
});

test('a list has a text and files, and is invalid where the text has a problem', () => {
  const place = { line: 1, column: 1 };
  const row = { template: 'A fox', count: 1, place };
  const openText = (
    value: Partial<PromptListValue>,
    problem: Parameters<typeof PromptText>[0]['problems'][0],
  ) =>
    openPart(
      <PromptText
        value={{ ...EMPTY_PROMPT_LIST, ...value }}
        problems={[problem]}
        action={null}
        onChange={ignore}
      />,
    );
  const isInvalid = () => screen.getByRole('textbox', { name: 'Prompts' }).getAttribute('aria-invalid');
  openText(
    { text: 'a fox', files: [{ name: 'a.csv', rows: [row, row], problems: [] }] },
    { message: 'Close the brace.', place },
  );
  const field = screen.getByRole('textbox', {
    name: 'Prompts',
    description: /^One prompt per line, .*studio list\..*Close the brace\.$/,
  });
  expect(field).toHaveProperty('value', 'a fox');
  expect(isInvalid()).toBe('true');
  expect(readText(screen.getByRole('list', { name: 'Files' }))).toBe('a.csv · 2 prompts');
  expect(document.querySelector('input')?.accept).toBe('.csv,.tsv,.txt');
  openText({}, { message: 'No prompt.', place: { ...place, file: 'a.csv' } });
  expect(isInvalid()).toBe('false');
  expect(screen.queryByRole('list', { name: 'Files' })).toBeNull();
  openText({}, { message: 'Too many prompts.' });
  expect(isInvalid()).toBe('false');
});
