import type { ListedPrompt } from '@portal/contracts/generation-request';
import { QueryClient } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { expect, test, vi } from 'vitest';
import { ApiFailure } from '../api/api-failure.ts';
import { failQuery } from '../testing/fail-query.ts';
import { serve } from '../testing/fake-server.ts';
import { renderHook, renderPart } from '../testing/render-part.tsx';
import { ModeField } from './mode-field.tsx';
import { ProblemList } from './problem-list.tsx';
import { PromptListField } from './prompt-list-field.tsx';
import { EMPTY_PROMPT_LIST, type PromptListValue } from './prompt-list-value.ts';
import { PromptPreview } from './prompt-preview.tsx';
import { PromptRow } from './prompt-row.tsx';
import { PromptText } from './prompt-text.tsx';
import { promptStylesQuery, usedListsQuery } from './studio-prompts-query.ts';
import { StylePicker } from './style-picker.tsx';
import { usePromptList } from './use-prompt-list.ts';

const ignore = () => undefined;

test('a prompt can be named, edited and removed', () => {
  const renderRow = (prompt: ListedPrompt) =>
    renderPart(<PromptRow index={4} prompt={prompt} onEdit={ignore} onRemove={ignore} />);
  const plain = renderRow({ prompt: 'A red fox' });
  expect(plain.text).toBe('5 A red fox');
  expect(plain.list('textbox')).toEqual(['Name of picture 5', 'Prompt of picture 5']);
  expect(plain.find('textbox', 'Name of picture 5')?.attributes).toMatchObject({
    value: '',
    placeholder: 'No name',
  });
  expect(plain.find('textbox', 'Prompt of picture 5')?.attributes['aria-invalid']).toBe('false');
  expect(plain.list('button')).toEqual(['Remove picture 5']);
  expect(plain.html).not.toContain('title=""');

  const full = renderRow({ prompt: 'A red fox', name: 'Fox', seed: 0, negativePrompt: 'snow' });
  expect(full.text).toBe('5 A red fox Seed 0 · Without: snow');
  expect(full.find('textbox', 'Name of picture 5')?.attributes['value']).toBe('Fox');
  expect(renderRow({ prompt: 'A red fox', negativePrompt: 'snow' }).text).toBe('5 A red fox Without: snow');

  const empty = renderRow({ prompt: '' });
  expect(empty.find('textbox', 'Prompt of picture 5')?.attributes['aria-invalid']).toBe('true');
  expect(empty.text.length).toBeGreaterThan('5 '.length);
});

test('problems lead to their place in the text, and name files', () => {
  const message = 'Close the brace.';
  const { find, list, text } = renderPart(
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
  expect(list('button')).toEqual(['Line 3, column 7', 'Line 4']);
  expect(list('listitem').map((item) => item.replace(' : ', ': '))).toEqual([
    'Too many prompts.',
    `Line 3, column 7: ${message}`,
    `Line 4: ${message}`,
    `a.csv, line 5: ${message}`,
    `a.csv, line 6, character 2 of the prompt: ${message}`,
    'And 2 more problems.',
  ]);
  expect(find('status')?.text).toBe(text);
  expect(renderPart(<ProblemList id="p" problems={[]} onSelect={ignore} />).html).toContain('hidden=""');
});

test('a list has a text and files', () => {
  const renderText = (
    value: Partial<PromptListValue>,
    problems: ComponentProps<typeof PromptText>['problems'] = [],
  ) =>
    renderPart(
      <PromptText value={{ ...EMPTY_PROMPT_LIST, ...value }} problems={problems} onChange={ignore} />,
    );
  const empty = renderText({});
  expect(empty.list('list')).toEqual(['Problems']);
  expect(empty.list('button')).toEqual(['Add a file']);
  expect(empty.find('textbox', 'Prompts')?.description).toMatch(/^One prompt per line, .*studio list\.$/);
  expect(empty.html).toContain('accept=".csv,.tsv,.txt"');
  const place = { line: 1, column: 1 };
  const row = { template: 'A fox', count: 1, place };
  const full = renderText({ text: 'a fox', files: [{ name: 'a.csv', rows: [row, row], problems: [] }] }, [
    { message: 'Close the brace.', place },
  ]);
  expect(full.find('textbox', 'Prompts')).toMatchObject({
    text: 'a fox',
    attributes: { 'aria-invalid': 'true' },
  });
  expect(full.find('list', 'Files')?.text).toBe('a.csv · 2 prompts');
  const inFile = renderText({}, [{ message: 'No prompt.', place: { ...place, file: 'a.csv' } }]);
  expect(inFile.find('textbox', 'Prompts')?.attributes['aria-invalid']).toBe('false');
  const general = renderText({}, [{ message: 'Too many prompts.' }]);
  expect(general.find('textbox', 'Prompts')?.attributes['aria-invalid']).toBe('false');
});

test('a sample has a number of prompts, and others can be picked', () => {
  const renderMode = (mode: PromptListValue['mode']) =>
    renderPart(
      <ModeField value={{ ...EMPTY_PROMPT_LIST, mode, sampleCount: 25 }} onChange={ignore} action="Lists" />,
    );
  expect(renderMode('combine').find('radio', 'All combinations')?.attributes).toHaveProperty('checked');
  expect(renderMode('combine').list('textbox')).toEqual([]);
  const sample = renderMode('sample');
  expect(sample.find('radiogroup', 'Wildcards')).toBeDefined();
  expect(sample.find('radio', 'Random sample')?.attributes).toHaveProperty('checked');
  expect(sample.find('textbox', 'Prompts at random')?.attributes['value']).toBe('25');
  expect(sample.list('button')).toEqual(['Pick others']);
});

test('styles can be chosen once they have loaded', () => {
  const client = new QueryClient();
  const renderPicker = (...chosen: string[]) =>
    renderPart(<StylePicker chosen={chosen} onChange={ignore} />, { client });
  expect(renderPicker().find('button', 'Choose styles')?.attributes).toHaveProperty('disabled');
  expect(renderPicker().text).toBe('Styles Choose styles');
  failQuery(client, promptStylesQuery.queryKey, new ApiFailure(503, 'Service Unavailable'));
  expect(renderPicker().text).toMatch(/^Styles Choose styles .+/);
  client.setQueryData(promptStylesQuery.queryKey, []);
  expect(renderPicker().text).toBe('Styles Choose styles');
  expect(renderPicker().find('button', 'Choose styles')?.attributes).not.toHaveProperty('disabled');
  expect(renderPicker('noir').text).toBe('Styles noir Change');
  expect(renderPicker('noir', 'ink').text).toBe('Styles noir ink Change Each prompt is made in 2 styles.');
});

test('shows what prompts a list makes', () => {
  const Field = ({ value }: { value: PromptListValue }) => (
    <PromptListField value={value} state={usePromptList(value)} onChange={ignore} />
  );
  const renderField = (overrides: Partial<PromptListValue>) =>
    renderPart(<Field value={{ ...EMPTY_PROMPT_LIST, ...overrides }} />);
  const empty = renderField({});
  expect(empty.list('region')).toEqual(['0 pictures']);
  expect(empty.text).toContain('The prompt of each picture appears here, to look at and edit.');
  expect(empty.list('button')).toEqual(['Add a file', 'Lists and styles', 'Choose styles']);
  expect(empty.list('list')).toEqual(['Problems']);
  const two = renderField({ text: 'a {red|blue} fox' });
  expect(two.list('region')).toEqual(['2 pictures']);
  expect(two.text).not.toContain('appears here');
  expect(two.text).not.toContain('Edited by hand');
  expect(two.find('list', '2 pictures')?.attributes['aria-busy']).toBe('false');
  const edited = renderField({ text: 'a {red|blue} fox', edited: [{ prompt: 'A cat' }] });
  expect(edited.list('region')).toEqual(['1 picture']);
  expect(edited.text).toContain('Edited by hand. Changing the list replaces your changes. Discard changes');
  expect(renderField({ text: 'a {red fox' }).list('listitem').join(' ')).toMatch(/^Line 1/);
  // The studio's lists are loading.
  expect(renderField({ text: 'a __color__ fox' }).text).toContain('Updating…');
  expect(renderField({ text: 'a fox', styles: ['noir'] }).text).toContain('Updating…');
});

test('says that lists could not be loaded', () => {
  const state = {
    prompts: [],
    total: 0,
    problems: [],
    isExpanding: false,
    isReady: false,
    loadError: new ApiFailure(503, 'Service Unavailable'),
    retry: ignore,
  };
  const preview = renderPart(
    <PromptPreview state={state} isEdited={false} onEdit={ignore} onReset={ignore} />,
  );
  expect(preview.find('alert')?.text).toMatch(
    /^The studio’s lists or styles could not be loaded\. .+ Try again$/,
  );
  expect(preview.text).not.toContain('appears here');
});

test('loads again what could not be loaded', async () => {
  const client = new QueryClient();
  const broken = new ApiFailure(503, 'Service Unavailable');
  failQuery(client, promptStylesQuery.queryKey, broken);
  failQuery(client, usedListsQuery(['color']).queryKey, broken);
  const value = { ...EMPTY_PROMPT_LIST, text: 'a __color__ fox', styles: ['noir'] };
  const requests = serve(Response.json({ lists: [] }), Response.json({ styles: [] }));
  const { loadError, isExpanding, retry } = renderHook(() => usePromptList(value), { client });
  expect([loadError, isExpanding]).toEqual([broken, false]);
  retry();
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  const known = new QueryClient();
  known.setQueryData(promptStylesQuery.queryKey, [
    { name: 'noir', template: 'film noir', version: '1', editedAt: '', editedBy: '' },
  ]);
  const plain = renderHook(() => usePromptList({ ...value, text: 'a fox' }), { client: known });
  expect(plain).toMatchObject({ loadError: null, isReady: true, prompts: [{ prompt: 'a fox, film noir' }] });
  plain.retry();
  expect(requests).toHaveLength(2);
});
