import { environmentManager } from '@tanstack/react-query';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeQueryClient } from '../../client/api/query-client.ts';
import { serve } from '../../testing/fake-server.ts';
import { promptListQuery, promptListsQuery, usedListsQuery } from './studio-prompts-query.ts';
import { deleteStudioText, findTextProblem, saveStudioText } from './studio-text.ts';

beforeEach(() => environmentManager.setIsServer(() => false));

const EDIT = { version: '1', editedBy: 'ada@studio.example', editedAt: '2026-11-23T12:00:00.000Z' };
const summary = (name: string) => ({ name, count: 1, ...EDIT });
const summaries = (...names: string[]) => Response.json({ lists: names.map(summary) });
const list = (name: string, entries: string[]) => Response.json({ ...summary(name), entries });

describe('lists of a prompt', () => {
  test('are read with those that they use, and only those that exist', async () => {
    const requests = serve(
      summaries('animal', 'color', 'pet', 'unused'),
      list('animal', ['__pet__', 'a __color__ fox', '__gone__']),
      list('color', ['red']),
      list('pet', ['cat', '__animal__']),
    );
    const lists = await makeQueryClient().fetchQuery(usedListsQuery(['animal', 'none']));
    expect([...lists.keys()].toSorted()).toEqual(['animal', 'color', 'pet']);
    expect(lists.get('color')).toEqual(['red']);
    expect(requests).toHaveLength(4);
  });

  test('fail together', async () => {
    serve(summaries('color'), new Response('{}', { status: 503 }));
    await expect(makeQueryClient().fetchQuery(usedListsQuery(['color']))).rejects.toThrow('503');
  });

  test('are read again after a save', async () => {
    serve(
      summaries('color'),
      list('color', ['red']),
      Response.json({ ...summary('color'), version: '2' }),
      summaries('color'),
      list('color', ['blue']),
    );
    const client = makeQueryClient();
    await client.fetchQuery(usedListsQuery(['color']));
    const saved = await saveStudioText(client, 'list', { name: 'color', text: ' blue \n\n', version: '1' });
    expect(saved).toMatchObject({ text: 'blue', version: '2' });
    expect(client.getQueryData(promptListQuery('color').queryKey)).toMatchObject({
      entries: ['blue'],
      version: '2',
    });
    const lists = await client.fetchQuery(usedListsQuery(['color']));
    expect(lists.get('color')).toEqual(['blue']);
  });
});

test('sends the version that was loaded', async () => {
  const template = 'oil, {prompt}';
  const requests = serve(
    Response.json({ name: 'oil', template, ...EDIT }),
    new Response(null, { status: 204 }),
  );
  const client = makeQueryClient();
  await saveStudioText(client, 'style', { name: 'oil', text: template, version: null });
  await deleteStudioText(client, 'style', { name: 'oil', version: 'a b' });
  expect(requests.map(({ path, init }) => [init.method, path, init.body])).toEqual([
    ['PUT', '/api/prompt-styles/oil', JSON.stringify({ template, version: null })],
    ['DELETE', '/api/prompt-styles/oil?version=a+b', undefined],
  ]);
});

test('a deleted list is not read again', async () => {
  serve(summaries('color', 'pet'), list('color', ['red']), new Response(null, { status: 204 }));
  const client = makeQueryClient();
  await client.fetchQuery(promptListsQuery);
  await client.fetchQuery(promptListQuery('color'));
  await deleteStudioText(client, 'list', { name: 'color', version: '1' });
  expect(client.getQueryState(promptListsQuery.queryKey)?.isInvalidated).toBe(true);
  expect(client.getQueryState(promptListQuery('color').queryKey)?.isInvalidated).toBe(false);
});

test.each([
  ['list', '', 'a', 'name', 'Names have 1 to 40 of a-z, 0-9 and -'],
  ['list', 'color', ' \n', 'text', 'Enter at least one entry'],
  [
    'list',
    'color',
    'red\n\n {blue',
    'text',
    'Entry 2: Column 1: This { is not closed. Add a }, or write \\{.',
  ],
  ['style', 'oil', '', 'text', 'Enter the style’s text'],
  ['style', 'oil', '{red|blue}', 'text', 'A style has {prompt}, and no other braces or lists'],
] as const)('%s %j with %j cannot be saved', (kind, name, text, field, message) => {
  expect(findTextProblem(kind, { name, text })).toEqual({ field, message });
});

test('a list with wildcards, weights and comments can be saved', () => {
  expect(findTextProblem('list', { name: 'a-1', text: '2::red\n# {later\n__b__' })).toBeUndefined();
});
