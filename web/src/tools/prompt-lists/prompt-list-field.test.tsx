import { suggestPrompts } from '@portal/contracts/prompt-suggestions';
import { listPromptLists, listPromptStyles } from '@portal/contracts/studio-prompts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { makeQueryClient } from '../../client/api/query-client.ts';
import { answerByPath } from '../../testing/answer-by-path.ts';
import { serve } from '../../testing/fake-server.ts';
import { listNames, openPart, readText } from '../../testing/open-part.tsx';
import { PromptListField } from './prompt-list-field.tsx';
import { EMPTY_PROMPT_LIST, type PromptListValue } from './prompt-list-value.ts';
import { promptStylesQuery } from './studio-prompts-query.ts';
import { usePromptList } from './use-prompt-list.ts';

const EDIT = { version: '1', editedBy: 'ada@studio.example', editedAt: '2026-11-23T12:00:00.000Z' };

const STYLES = ['noir', 'ink'].map((name) => ({ name, template: `${name}, {prompt}`, ...EDIT }));

function createClient() {
  const client = makeQueryClient();
  client.setQueryData(promptStylesQuery.queryKey, STYLES);
  return client;
}

function openField(start: Partial<PromptListValue> = {}, client = createClient()) {
  let current: PromptListValue = { ...EMPTY_PROMPT_LIST, ...start };
  let isReady = false;
  let submitted = 0;
  const Field = () => {
    const [value, setValue] = useState(current);
    current = value;
    const state = usePromptList(value);
    ({ isReady } = state);
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submitted += 1;
        }}
      >
        <PromptListField value={value} state={state} onChange={setValue} />
      </form>
    );
  };
  return {
    user: openPart(<Field />, { client }),
    read: () => current,
    isReady: () => isReady,
    countSubmitted: () => submitted,
  };
}

const findPrompt = (number: number) =>
  screen.getByRole<HTMLTextAreaElement>('textbox', { name: `Prompt of picture ${number}` });
const listPrompts = () =>
  screen
    .queryAllByRole<HTMLTextAreaElement>('textbox', { name: /^Prompt of picture/, hidden: true })
    .map(({ value }) => value);
const area = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Prompts' });

test('a text becomes prompts, which can be edited, named and removed', async () => {
  const { user, read, isReady } = openField();
  expect(isReady()).toBe(false);
  expect(listNames('button')).toEqual(['Suggest prompts', 'Add a file', 'Lists and styles', 'Choose styles']);
  const empty = screen.getByRole('region', { name: '0 pictures' });
  expect(readText(empty)).toContain('The prompt of each picture appears here, to look at and edit.');
  fireEvent.change(area(), { target: { value: 'a {red|blue} fox\nan owl' } });
  await waitFor(() => expect(listPrompts()).toEqual(['a red fox', 'a blue fox', 'an owl']));
  expect(isReady()).toBe(true);
  expect(readText()).not.toMatch(/appears here|Edited by hand/);
  expect(screen.getByRole('list', { name: '3 pictures' }).getAttribute('aria-busy')).toBe('false');
  await user.type(findPrompt(2), '!');
  await user.type(screen.getByRole('textbox', { name: 'Name of picture 1' }), 'F');
  expect(read().edited).toEqual([
    { prompt: 'a red fox', name: 'F' },
    { prompt: 'a blue fox!' },
    { prompt: 'an owl' },
  ]);
  await user.click(screen.getByRole('button', { name: 'Remove picture 2' }));
  expect(listPrompts()).toEqual(['a red fox', 'an owl']);
  const focus = (name: string) =>
    waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(name));
  await focus('Remove picture 2');
  await user.keyboard('{Enter}');
  await focus('Remove picture 1');
});

test('adds suggested prompts to those that were edited by hand', async () => {
  // CI machines are slow to load it.
  await import('../prompt-suggestions/suggest-dialog.tsx');
  const suggestions = [{ prompt: 'an owl', difference: 'a bird' }];
  const requests = answerByPath(({ path, method }) =>
    method === 'POST' && path === suggestPrompts.path
      ? Response.json({ suggestions, leftOut: 0, cost: 0.02 })
      : undefined,
  );
  const edited = [{ prompt: 'a fox', name: 'Fox' }];
  const { user, read } = openField({ text: 'a fox', edited });
  await user.click(screen.getByRole('button', { name: 'Suggest prompts' }));
  const dialog = await screen.findByRole('dialog', { name: 'Suggest prompts' });
  await user.type(within(dialog).getByRole('textbox', { name: 'Theme' }), 'animals');
  await user.click(within(dialog).getByRole('button', { name: 'Suggest prompts' }));
  await user.click(await within(dialog).findByRole('button', { name: 'Add 1 prompt' }));
  expect(read().edited).toEqual([...edited, { prompt: 'an owl' }]);
  const sent = requests.find(({ method }) => method === 'POST');
  expect(sent?.body).toMatchObject({ known: ['a fox'] });
});

test('prompts show their position among all', () => {
  openField({ text: 'a fox\nan owl' });
  const items = screen.getAllByRole('listitem').filter((item) => item.hasAttribute('data-index'));
  expect(
    items.map((item) => [item.getAttribute('aria-posinset'), item.getAttribute('aria-setsize')]),
  ).toEqual([
    ['1', '2'],
    ['2', '2'],
  ]);
  expect(screen.getByRole('list', { name: '2 pictures' })).toBeDefined();
});

test('asks before a change of the list replaces what was edited', async () => {
  const { user, read } = openField({ text: 'a fox', edited: [{ prompt: 'An elk' }] });
  expect(readText(screen.getByRole('region', { name: '1 picture' }))).toContain(
    'Edited by hand. Changing the list replaces your changes. Discard changes',
  );
  fireEvent.change(area(), { target: { value: 'an owl' } });
  expect(read().text).toBe('a fox');
  const dialog = screen.getByRole('dialog', { name: 'Replace your changes?' });
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(read()).toMatchObject({ text: 'a fox', edited: [{ prompt: 'An elk' }] });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Discard changes' }));
  await user.click(screen.getByRole('button', { name: 'Replace changes' }));
  expect(read()).toMatchObject({ text: 'a fox', edited: null });
  await waitFor(() => expect(listPrompts()).toEqual(['a fox']));
});

test('a problem leads to its place in the text', async () => {
  const { user, isReady } = openField({ text: 'a fox\nan {old owl' });
  expect(isReady()).toBe(false);
  const [link] = screen.getAllByRole('button', { name: /^Line 2/ });
  if (!link) throw new Error('There is no problem.');
  const column = Number(/column (\d+)/.exec(link.textContent)?.[1]);
  await user.click(link);
  expect(document.activeElement).toBe(area());
  const start = 'a fox\n'.length + column - 1;
  expect([area().selectionStart, area().selectionEnd]).toEqual([start, start + 1]);
});

const createFile = (name: string, text: string) => new File([text], name, { type: 'text/plain' });
const drop = (...files: File[]) =>
  fireEvent.drop(area(), {
    dataTransfer: {
      files,
      types: ['Files'],
      items: files.map((file) => ({ kind: 'file', getAsFile: () => file })),
    },
  });

test('adds the lines of text files and the tables of others', async () => {
  const { user, read } = openField({ text: 'a fox' });
  drop(createFile('a.txt', 'an owl\nan elk'), createFile('b.csv', 'prompt,name\na cat,Cat\n'));
  await screen.findByText('b.csv · 1 prompt');
  expect(read().text).toBe('a fox\nan owl\nan elk');
  await waitFor(() => expect(listPrompts()).toEqual(['a fox', 'an owl', 'an elk', 'a cat']));
  const chip = within(screen.getByRole('list', { name: 'Files' })).getByRole('button');
  chip.focus();
  await user.keyboard('{Delete}');
  expect(read().files).toEqual([]);
});

test('says which file cannot be used, and keeps the others', async () => {
  const { read } = openField();
  drop(createFile('a.txt', 'an owl'), createFile('b.pdf', 'x'));
  expect(await screen.findByText('b.pdf is not a CSV, TSV or TXT file.')).toBeDefined();
  expect(read().text).toBe('an owl');
  drop(createFile('c.txt', 'an elk'));
  await waitFor(() => expect(read().text).toBe('an owl\nan elk'));
  expect(screen.queryByText('b.pdf is not a CSV, TSV or TXT file.')).toBeNull();
});

test('a file is chosen by the button', async () => {
  const click = vi.spyOn(HTMLInputElement.prototype, 'click');
  const { user } = openField();
  await user.click(screen.getByRole('button', { name: 'Add a file' }));
  expect(click).toHaveBeenCalledOnce();
});

test('a sample has as many prompts as wanted', async () => {
  const { user, read } = openField({ text: 'a {red|blue|gray} {fox|owl}' });
  await user.click(screen.getByRole('radio', { name: 'Random sample' }));
  expect(read().mode).toBe('sample');
  const count = screen.getByRole<HTMLInputElement>('textbox', { name: 'Prompts at random' });
  expect(count.getAttribute('inputmode')).toBe('numeric');
  await user.click(count);
  expect([count.selectionStart, count.selectionEnd]).toEqual([0, 3]);
  await user.keyboard('2');
  expect(read().sampleCount).toBe(2);
  await waitFor(() => expect(listPrompts()).toHaveLength(2));
  await user.keyboard('x');
  expect(count.value).toBe('2');
  await user.keyboard('{Backspace}');
  expect([count.value, read().sampleCount]).toEqual(['', 2]);
  expect(fireEvent.keyDown(count, { key: 'Enter' })).toBe(false);
  expect(fireEvent.keyDown(count, { key: '3' })).toBe(true);
  await user.tab();
  expect(count.value).toBe('2');
  await user.clear(count);
  await user.type(count, '0');
  expect(read().sampleCount).toBe(1);
  const { sampleSeed } = read();
  await user.click(screen.getByRole('button', { name: 'Pick others' }));
  expect(read().sampleSeed).not.toBe(sampleSeed);
  await user.click(screen.getByRole('radio', { name: 'All combinations' }));
  expect(read().mode).toBe('combine');
  expect(screen.getByRole('radio', { name: 'All combinations', checked: true })).toBeDefined();
  expect(screen.queryByRole('textbox', { name: 'Prompts at random' })).toBeNull();
  await waitFor(() => expect(listPrompts()).toHaveLength(6));
});

test('styles are chosen from a menu, and each makes its own pictures', async () => {
  const { user, read } = openField({ text: 'a fox' });
  await user.click(screen.getByRole('button', { name: 'Choose styles' }));
  const menu = screen.getByRole('menu', { name: 'Styles' });
  await user.click(within(menu).getByRole('menuitemcheckbox', { name: /^noir/ }));
  await user.click(within(menu).getByRole('menuitemcheckbox', { name: /^ink/ }));
  expect(read().styles).toEqual(['noir', 'ink']);
  expect(within(menu).getByRole('menuitemcheckbox', { name: /^ink/ }).getAttribute('aria-checked')).toBe(
    'true',
  );
  await waitFor(() => expect(listPrompts()).toEqual(['noir, a fox', 'ink, a fox']));
  expect(readText(screen.getByRole('group', { name: 'Styles', hidden: true }))).toBe('noir ink Change');
  expect(screen.getByText('Each prompt is made in 2 styles.')).toBeDefined();
  await user.click(within(menu).getByRole('menuitemcheckbox', { name: /^noir/ }));
  expect(read().styles).toEqual(['ink']);
  expect(within(menu).getByRole('menuitemcheckbox', { name: /^noir/ }).getAttribute('aria-checked')).toBe(
    'false',
  );
});

test('the prompts before stay until a list of the studio has loaded', async () => {
  const list = Promise.withResolvers<Response>();
  const { isReady } = openField({ text: 'a fox' });
  serve(Response.json({ lists: [{ name: 'color', count: 1, ...EDIT }] }), () => list.promise);
  fireEvent.change(area(), { target: { value: 'a __color__ fox' } });
  expect(await screen.findByText('Updating…')).toBeDefined();
  expect(listPrompts()).toEqual(['a fox']);
  expect(isReady()).toBe(false);
  list.resolve(Response.json({ name: 'color', count: 1, entries: ['red'], ...EDIT }));
  await waitFor(() => expect(listPrompts()).toEqual(['a red fox']));
  expect(screen.queryByText('Updating…')).toBeNull();
  expect(isReady()).toBe(true);
});

test('says that lists and styles could not be loaded, and loads them again', async () => {
  let isBroken = true;
  const color = { name: 'color', count: 1, ...EDIT };
  answerByPath(({ path }) => {
    if (isBroken) return new Response('{}', { status: 500 });
    if (path === listPromptStyles.path) return Response.json({ styles: STYLES });
    return Response.json(path === listPromptLists.path ? { lists: [color] } : { ...color, entries: ['red'] });
  });
  const { user } = openField({ text: 'a __color__ fox', styles: ['noir'] }, makeQueryClient());
  const styles = screen.getByRole('button', { name: 'Change' });
  expect(styles).toHaveProperty('disabled', true);
  expect(readText(await screen.findByRole('alert'))).toMatch(
    /^The studio’s lists or styles could not be loaded\. .+ Try again$/,
  );
  expect(readText()).not.toMatch(/appears here|Updating…/);
  expect(document.querySelectorAll('[data-error="true"]')).toHaveLength(1);
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(listPrompts()).toEqual(['noir, a red fox']));
  expect(styles).toHaveProperty('disabled', false);
});

test('opens the lists and styles of the studio, and closes them', async () => {
  const { user } = openField();
  serve(Response.json({ lists: [] }));
  await user.click(screen.getByRole('button', { name: 'Lists and styles' }));
  const dialog = await screen.findByRole('dialog', { name: 'Lists and styles' });
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('Enter in a name and a click on a problem do not submit the form', async () => {
  const { user, countSubmitted } = openField({ text: 'a fox\nan {old owl', edited: [{ prompt: 'An elk' }] });
  await user.type(screen.getByRole('textbox', { name: 'Name of picture 1' }), 'E{Enter}');
  await user.click(screen.getByRole('button', { name: 'Discard changes' }));
  await user.click(screen.getByRole('button', { name: 'Replace changes' }));
  for (const link of await screen.findAllByRole('button', { name: /^Line 2/ })) await user.click(link);
  expect(countSubmitted()).toBe(0);
});

test('counts the prompts with words that agencies refuse, and leads to the first', async () => {
  const plain = Array.from({ length: 40 }, (_, index) => `fox ${index}`);
  const { user, isReady } = openField({ text: [...plain, 'a fox by Klimt', 'Pikachu'].join('\n') });
  await screen.findByText('2 prompts have words that agencies refuse.');
  expect(isReady()).toBe(true);
  const list = screen.getByRole('list', { name: '42 pictures' });
  // There is no layout, and no event when a script scrolls.
  Object.defineProperty(list, 'scrollHeight', { value: 42 * 72 });
  const showFirst = async () => {
    await user.click(screen.getByRole('button', { name: 'Show the first' }));
    fireEvent.scroll(list);
    await waitFor(() => expect(document.activeElement).toBeInstanceOf(HTMLTextAreaElement));
    return document.activeElement?.getAttribute('aria-label');
  };
  const replace = (number: number, prompt: string) =>
    fireEvent.change(findPrompt(number), { target: { value: prompt } });
  expect(screen.queryByRole('textbox', { name: 'Prompt of picture 41' })).toBeNull();
  expect(await showFirst()).toBe('Prompt of picture 41');
  replace(41, 'a fox');
  await screen.findByText('1 prompt has words that agencies refuse.');
  expect(await showFirst()).toBe('Prompt of picture 42');
  replace(42, 'an owl');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show the first' })).toBeNull());
});
