import { QueryClient } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { expect, test } from 'vitest';
import { ApiFailure } from '../api/api-failure.ts';
import { failQuery } from '../testing/fail-query.ts';
import { renderPart } from '../testing/render-part.tsx';
import { StudioEditor } from './studio-editor.tsx';
import { StudioForm } from './studio-form.tsx';
import { StudioNames } from './studio-names.tsx';
import { StudioPromptsDialog } from './studio-prompts-dialog.tsx';
import { promptListQuery, promptListsQuery, promptStylesQuery } from './studio-prompts-query.ts';

const ignore = () => undefined;
const reload = async () => undefined;

test('lists the names of the studio', () => {
  const client = new QueryClient();
  const renderNames = (kind: 'list' | 'style') =>
    renderPart(<StudioNames kind={kind} selected="color" onSelect={ignore} />, { client });
  expect(renderNames('list').list('status')).toEqual(['Loading lists']);
  expect(renderNames('style').list('status')).toEqual(['Loading styles']);
  failQuery(client, promptListsQuery.queryKey, new ApiFailure(503, 'Service Unavailable'));
  expect(renderNames('list').find('alert')?.text).toMatch(/^The lists could not be loaded .+ Try again$/);
  client.setQueryData(promptListsQuery.queryKey, []);
  client.setQueryData(promptStylesQuery.queryKey, []);
  expect(renderNames('list').text).toBe('The studio has no lists yet.');
  expect(renderNames('style').text).toBe('The studio has no styles yet.');
  const edited = { version: '1', editedAt: '2026-11-21T12:00:00.000Z', editedBy: 'ada@studio.example' };
  client.setQueryData(promptListsQuery.queryKey, [
    { name: 'animal', count: 1200, ...edited },
    { name: 'color', count: 2, ...edited },
  ]);
  const names = renderNames('list');
  expect(names.find('list', 'Lists')?.text).toBe('animal 1,200 color 2');
  expect(names.find('button', 'animal 1,200')?.attributes['aria-current']).toBe('false');
  expect(names.find('button', 'color 2')?.attributes['aria-current']).toBe('true');
  client.setQueryData(promptStylesQuery.queryKey, [{ name: 'noir', template: 'film noir', ...edited }]);
  expect(renderNames('style').find('list', 'Styles')?.text).toBe('noir');
});

test('a list or style of the studio has a form', () => {
  const renderForm = (kind: 'list' | 'style', loaded: Partial<ComponentProps<typeof StudioForm>['loaded']>) =>
    renderPart(
      <StudioForm
        kind={kind}
        loaded={{ name: '', text: '', version: null, ...loaded }}
        onDirty={ignore}
        onSaved={ignore}
        onDeleted={ignore}
        onReload={reload}
      />,
    );
  const added = renderForm('list', {});
  expect(added.list('textbox')).toEqual(['Name', 'Entries']);
  expect(added.find('textbox', 'Name')?.description).toBe('As in __color__: a-z, 0-9 and -.');
  expect(added.find('textbox', 'Name')?.attributes).toHaveProperty('autofocus');
  expect(added.find('textbox', 'Entries')?.attributes).toMatchObject({
    rows: '14',
    placeholder: 'red\nforest green\n{sky|navy} blue',
  });
  expect(added.text).toContain('0 entries One entry per line.');
  expect(added.list('button')).toEqual(['Save']);
  expect(added.find('button', 'Save')?.attributes).toHaveProperty('disabled');

  const known = renderForm('list', {
    name: 'color',
    text: 'red',
    version: '3',
    editedAt: new Date().toISOString(),
    editedBy: 'ada@studio.example',
  });
  expect(known.find('textbox', 'Name')?.attributes).toMatchObject({ value: 'color', disabled: '' });
  expect(known.find('textbox', 'Name')?.description).toBe('');
  expect(known.find('textbox', 'Entries')?.text).toBe('red');
  expect(known.text).toContain('1 entry');
  expect(known.text).toContain('Edited by ada@studio.example just now');
  expect(known.list('button')).toEqual(['Save', 'Delete']);

  const style = renderForm('style', {});
  expect(style.list('textbox')).toEqual(['Name', 'Text']);
  expect(style.find('textbox', 'Name')?.description).toBe('');
  expect(style.find('textbox', 'Text')).toMatchObject({
    attributes: { rows: '5', placeholder: 'film noir, {prompt}, high contrast' },
    description: 'The prompt takes the place of {prompt}. Without {prompt}, the text follows the prompt.',
  });
  expect(style.text).not.toContain('entries');
  expect(style.text).not.toContain('Edited by');
});

test('edits what has loaded, and says what has not', () => {
  const client = new QueryClient();
  const renderEditor = (kind: 'list' | 'style', name: string | null) =>
    renderPart(
      <StudioEditor kind={kind} name={name} onDirty={ignore} onSaved={ignore} onDeleted={ignore} />,
      { client },
    );
  expect(renderEditor('list', null).find('textbox', 'Name')?.attributes['value']).toBe('');
  expect(renderEditor('list', 'color').list('status')).toEqual(['Loading color']);
  expect(renderEditor('style', 'noir').list('status')).toEqual(['Loading noir']);
  const broken = new ApiFailure(503, 'Service Unavailable');
  failQuery(client, promptListQuery('color').queryKey, broken);
  failQuery(client, promptStylesQuery.queryKey, broken);
  expect(renderEditor('list', 'color').find('alert')?.text).toMatch(/^color could not be loaded/);
  expect(renderEditor('style', 'noir').find('alert')?.text).toMatch(/^noir could not be loaded/);
  // A new one needs nothing that is stored.
  expect(renderEditor('style', null).list('alert')).toEqual([]);
  const edited = { version: '1', editedAt: '2026-11-21T12:00:00.000Z', editedBy: 'ada@studio.example' };
  client.setQueryData(promptListQuery('color').queryKey, {
    name: 'color',
    count: 2,
    entries: ['red', 'blue'],
    ...edited,
  });
  client.setQueryData(promptStylesQuery.queryKey, [
    { name: 'ink', template: 'ink', ...edited },
    { name: 'noir', template: 'film noir', ...edited },
  ]);
  expect(renderEditor('list', 'color').find('textbox', 'Entries')?.text).toBe('red blue');
  expect(renderEditor('style', 'noir').find('textbox', 'Text')?.text).toBe('film noir');
});

test('shows the lists of the studio first', () => {
  const { find, text } = renderPart(<StudioPromptsDialog isOpen onClose={ignore} />);
  expect(find('dialog', 'Lists and styles')).toBeDefined();
  expect(find('radiogroup', 'Show')).toBeDefined();
  expect(find('radio', 'Lists')?.attributes).toHaveProperty('checked');
  expect(find('radio', 'Styles')?.attributes).not.toHaveProperty('checked');
  expect(text).toContain('fills in __color__ with one of its entries. The whole studio shares it.');
  expect(find('button', 'Create a list')).toBeDefined();
  expect(text).toContain('No list selected Select one to edit it, or create another.');
});
