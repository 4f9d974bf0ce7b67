import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeQueryClient } from '../../client/api/query-client.ts';
import { serve } from '../../testing/fake-server.ts';
import { openPart } from '../../testing/open-part.tsx';
import { readToast } from '../../client/toast/toast-store.ts';
import { promptListQuery, promptListsQuery, promptStylesQuery } from './studio-prompts-query.ts';
import { StudioPromptsDialog } from './studio-prompts-dialog.tsx';

const EDIT = { version: '1', editedBy: 'bo@studio.example', editedAt: '2026-11-23T12:00:00.000Z' };
const color = { name: 'color', count: 2, ...EDIT };
const animal = { ...color, name: 'animal', count: 1200 };
const noir = { name: 'noir', template: 'noir, {prompt}', ...EDIT };
const refuse = (status: number, error: string) =>
  Response.json({ error, code: 'refused', requestId: 'r' }, { status });

function openDialog({ isLoaded = true } = {}) {
  const client = makeQueryClient();
  let closed = 0;
  let submitted = 0;
  if (isLoaded) {
    client.setQueryData(promptListsQuery.queryKey, [color, animal]);
    client.setQueryData(promptListQuery('color').queryKey, { ...color, entries: ['red', 'blue'] });
    client.setQueryData(promptStylesQuery.queryKey, [noir]);
  }
  const user = openPart(
    <form onSubmit={() => (submitted += 1)}>
      <StudioPromptsDialog isOpen onClose={() => (closed += 1)} />
    </form>,
    { client },
  );
  return { user, client, countClosed: () => closed, countSubmitted: () => submitted };
}

const findButton = (name: string) => screen.getByRole('button', { name });
const findEntries = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Entries' });
const findName = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });

test('a list is selected, changed and saved', async () => {
  const { user, countSubmitted } = openDialog();
  expect(screen.getByRole('radio', { name: 'Lists', checked: true })).toBeDefined();
  expect(screen.getByText('No list selected')).toBeDefined();
  expect(screen.getByRole('list', { name: 'Lists' }).textContent).toBe('color2animal1,200');
  await user.click(findButton('color 2 entries'));
  const entries = await findEntries();
  expect(entries.value).toBe('red\nblue');
  expect([findName().value, findName().disabled]).toEqual(['color', true]);
  expect(findButton('color 2 entries').getAttribute('aria-current')).toBe('true');
  expect(findButton('Save')).toHaveProperty('disabled', true);
  expect(screen.getByText('2 entries')).toBeDefined();
  expect(screen.getByText(/^Edited by bo@studio\.example/)).toBeDefined();
  fireEvent.change(entries, { target: { value: 'red\nblue\n gray ' } });
  expect(screen.getByText('3 entries')).toBeDefined();
  const requests = serve(
    Response.json({ ...color, count: 3, version: '2' }),
    Response.json({ lists: [{ ...color, count: 3 }] }),
  );
  await user.click(findButton('Save'));
  await waitFor(() => expect(readToast()?.title).toBe('Saved color'));
  expect(requests[0]?.init.body).toBe('{"entries":["red","blue","gray"],"version":"1"}');
  expect(entries.value).toBe('red\nblue\ngray');
  expect(countSubmitted()).toBe(0);
  expect(findButton('Save')).toHaveProperty('disabled', true);
});

test('a new list needs a name and entries', async () => {
  const { user } = openDialog();
  await user.click(findButton('Create a list'));
  expect(document.activeElement).toBe(findName());
  expect(screen.getByText('As in __color__: a-z, 0-9 and -.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  await user.type(findName(), 'My Colors!');
  expect(findName().value).toBe('my colors!');
  await user.keyboard('{Enter}');
  expect(findName().getAttribute('aria-invalid')).toBe('true');
  await user.clear(findName());
  await user.type(findName(), 'tone{Enter}');
  expect(findName().getAttribute('aria-invalid')).toBe('false');
  const entries = await findEntries();
  expect(entries.getAttribute('aria-invalid')).toBe('true');
  fireEvent.change(entries, { target: { value: 'light' } });
  const requests = serve(
    Response.json({ name: 'tone', count: 1, ...EDIT }),
    Response.json({ lists: [color] }),
  );
  await user.click(findButton('Save'));
  await waitFor(() => expect(readToast()?.title).toBe('Saved tone'));
  expect(requests[0]?.path).toContain('/tone');
  expect(requests[0]?.init.body).toBe('{"entries":["light"],"version":null}');
  expect(await screen.findByRole('button', { name: 'Delete' })).toBeDefined();
});

test('asks before a list is deleted for the whole studio', async () => {
  const { user } = openDialog();
  await user.click(findButton('color 2 entries'));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  const requests = serve(new Response(null, { status: 204 }), Response.json({ lists: [] }));
  await user.click(
    within(screen.getByRole('dialog', { name: 'Delete color?' })).getByRole('button', { name: 'Delete' }),
  );
  await waitFor(() => expect(readToast()?.title).toBe('Deleted color'));
  expect(requests[0]).toMatchObject({ init: { method: 'DELETE' } });
  expect(requests[0]?.path).toContain('color');
  expect(await screen.findByText('No list selected')).toBeDefined();
  expect(await screen.findByText('The studio has no lists yet.')).toBeDefined();
});

test('says that a colleague was faster, and loads what they have saved', async () => {
  const { user } = openDialog();
  await user.click(findButton('color 2 entries'));
  const entries = await findEntries();
  fireEvent.change(entries, { target: { value: 'red' } });
  serve(
    refuse(409, 'Bo has changed it.'),
    Response.json({ lists: [color, animal] }),
    Response.json({ ...color, version: '2', entries: ['green'] }),
  );
  await user.click(findButton('Save'));
  expect((await screen.findByRole('alert')).textContent).toContain('Bo has changed it.');
  await user.click(findButton('Discard mine and load theirs'));
  await waitFor(async () => expect((await findEntries()).value).toBe('green'));
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(findButton('animal 1200 entries'));
  expect(screen.queryByRole('dialog', { name: 'Discard changes?' })).toBeNull();
});

test.each([
  [400, 'Too many lists.', 'Too many lists.'],
  [500, 'A secret.', undefined],
])('says why a list was not saved: %d', async (status, message, shown) => {
  const { user } = openDialog();
  await user.click(findButton('color 2 entries'));
  fireEvent.change(await findEntries(), { target: { value: 'red' } });
  serve(refuse(status, message));
  await user.click(findButton('Save'));
  const { textContent } = await screen.findByRole('alert');
  if (shown === undefined) expect(textContent).not.toContain(message);
  else expect(textContent.trim()).toBe(shown);
  expect(screen.queryByRole('button', { name: /^Discard mine/ })).toBeNull();
});

test('asks before changes are lost', async () => {
  const { user, countClosed } = openDialog();
  await user.click(findButton('color 2 entries'));
  fireEvent.change(await findEntries(), { target: { value: 'red' } });
  await user.click(findButton('Close'));
  const ask = () => within(screen.getByRole('dialog', { name: 'Discard changes?' }));
  await user.click(ask().getByRole('button', { name: 'Cancel' }));
  expect(countClosed()).toBe(0);
  expect((await findEntries()).value).toBe('red');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Discard changes?' })).toBeNull());
  await user.click(screen.getByRole('radio', { name: 'Styles' }));
  await user.click(ask().getByRole('button', { name: 'Discard changes' }));
  expect(await screen.findByText('No style selected')).toBeDefined();
  await user.click(findButton('Close'));
  expect(countClosed()).toBe(1);
});

test('what was typed and taken back can be left', async () => {
  const { user } = openDialog();
  await user.click(findButton('color 2 entries'));
  const entries = await findEntries();
  fireEvent.change(entries, { target: { value: 'red' } });
  fireEvent.change(entries, { target: { value: 'red\nblue' } });
  await user.click(findButton('Create a list'));
  expect(screen.queryByRole('dialog', { name: 'Discard changes?' })).toBeNull();
  expect(findName().value).toBe('');
});

test('a style is a text around the prompt', async () => {
  const { user } = openDialog();
  await user.click(screen.getByRole('radio', { name: 'Styles' }));
  expect(screen.getByRole('list', { name: 'Styles' }).textContent).toBe('noir');
  expect(findButton('Create a style')).toBeDefined();
  await user.click(findButton('noir'));
  const text = await screen.findByRole<HTMLTextAreaElement>('textbox', {
    name: 'Text',
    description: /^The prompt takes the place of {prompt}\./,
  });
  expect(text.value).toBe('noir, {prompt}');
  expect(screen.queryByText('1 entry')).toBeNull();
  fireEvent.change(text, { target: { value: 'dark, {prompt}' } });
  const requests = serve(
    Response.json({ ...noir, template: 'dark, {prompt}', version: '2' }),
    Response.json({ styles: [{ ...noir, template: 'dark, {prompt}', version: '2' }] }),
  );
  await user.click(findButton('Save'));
  await waitFor(() => expect(readToast()?.title).toBe('Saved noir'));
  expect(requests[0]?.init.body).toBe('{"template":"dark, {prompt}","version":"1"}');
});

test('loads again what could not be loaded', async () => {
  serve(
    refuse(500, ''),
    Response.json({ lists: [color] }),
    refuse(500, ''),
    Response.json({ ...color, entries: ['red'] }),
  );
  const { user } = openDialog({ isLoaded: false });
  expect(screen.getByRole('status', { name: 'Loading lists' })).toBeDefined();
  expect((await screen.findByRole('alert')).textContent).toContain('The lists could not be loaded');
  await user.click(findButton('Try again'));
  await user.click(await screen.findByRole('button', { name: 'color 2 entries' }));
  expect((await screen.findByRole('alert')).textContent).toContain('color could not be loaded');
  await user.click(findButton('Try again'));
  expect((await findEntries()).value).toBe('red');
});
