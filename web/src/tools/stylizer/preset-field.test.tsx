import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeQueryClient } from '../../client/api/query-client.ts';
import { answerByPath } from '../../testing/answer-by-path.ts';
import { listNames, openPart } from '../../testing/open-part.tsx';
import { PresetField } from './preset-field.tsx';
import { presetsQuery } from './presets-query.ts';

const presets = ['ink', 'oil'].map((id) => ({
  id,
  name: id,
  sampleImages: [1, 2, 3].map((index) => `/${id}-${index}.webp`),
  price: 0.04,
  provider: 'openai' as const,
}));

function makeClient() {
  const client = makeQueryClient();
  client.setQueryData(presetsQuery.queryKey, presets);
  return client;
}

function openField(value = '', client = makeClient()) {
  const chosen: string[] = [];
  const user = openPart(<PresetField value={value} noteId="note" onChoose={(id) => chosen.push(id)} />, {
    client,
  });
  return { user, chosen };
}

const findTile = (id: string) => {
  const tile = document.querySelector<HTMLElement>(`[data-preset=${id}]`);
  if (!tile) throw new Error(`There is no tile ${id}.`);
  return tile;
};
const listSamples = (id: string) =>
  [...findTile(id).querySelectorAll('img')].map((image) => [
    image.getAttribute('src'),
    image.getAttribute('loading'),
    image.dataset['shown'],
  ]);

test('a style is chosen by its tile', async () => {
  const { user, chosen } = openField();
  expect(screen.getByRole('radiogroup', { name: 'Style' }).getAttribute('aria-required')).toBe('true');
  expect(listNames('radio')).toEqual(['ink', 'oil']);
  expect(document.querySelector('[data-chosen="true"]')).toBeNull();
  await user.click(screen.getByRole('radio', { name: 'oil' }));
  expect(chosen).toEqual(['oil']);
});

test('only the chosen tile has the note, and its button in the tab order', () => {
  const findNext = (id: string) =>
    screen.getByRole('button', { name: `Next sample of ${id}, showing 1 of 3` });
  openField();
  expect([findNext('ink').tabIndex, findNext('oil').tabIndex]).toEqual([0, -1]);
  openField('oil');
  expect([findNext('ink').tabIndex, findNext('oil').tabIndex]).toEqual([-1, 0]);
  expect(document.querySelectorAll('[data-chosen="true"]')).toHaveLength(1);
  const radio = screen.getByRole('radio', { name: 'oil', checked: true });
  expect([...document.querySelectorAll('[aria-describedby="note"]')]).toEqual([radio]);
});

test('the first sample loads when it is near, and the others once the pointer is on the tile', () => {
  openField();
  expect(listSamples('ink')).toEqual([['/ink-1.webp', 'lazy', 'true']]);
  fireEvent.pointerEnter(findTile('ink'));
  expect(listSamples('ink')).toEqual([
    ['/ink-1.webp', 'lazy', 'true'],
    ['/ink-2.webp', 'eager', 'false'],
    ['/ink-3.webp', 'eager', 'false'],
  ]);
  expect(listSamples('oil')).toHaveLength(1);
  fireEvent.focus(findTile('oil'));
  expect(listSamples('oil')).toHaveLength(3);
});

test('the button shows one sample after the other', async () => {
  const { user, chosen } = openField();
  for (const [shown, next] of [
    [1, '/ink-2.webp'],
    [2, '/ink-3.webp'],
    [3, '/ink-1.webp'],
  ] as const) {
    await user.click(screen.getByRole('button', { name: `Next sample of ink, showing ${shown} of 3` }));
    expect(listSamples('ink').find(([, , isShown]) => isShown === 'true')?.[0]).toBe(next);
  }
  expect(chosen).toEqual([]);
});

test('a sample that does not load is hidden', () => {
  openField();
  const image = findTile('ink').querySelector('img');
  if (!image) throw new Error('There is no sample.');
  expect(image.hasAttribute('data-failed')).toBe(false);
  fireEvent.error(image);
  expect(image.hasAttribute('data-failed')).toBe(true);
});

test('keeps its styles if they cannot be read again', async () => {
  answerByPath(() => new Response('{}', { status: 503 }));
  const client = makeClient();
  await expect(client.fetchQuery({ ...presetsQuery, staleTime: 0 })).rejects.toThrow('503');
  openField('', client);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(listNames('radio')).toEqual(['ink', 'oil']);
});

test('loads again styles that could not be loaded', async () => {
  let failures = 1;
  answerByPath(() => (failures-- > 0 ? new Response('{}', { status: 500 }) : Response.json({ presets })));
  const user = openPart(<PresetField value="" noteId="note" onChoose={() => undefined} />);
  expect(listNames('status')).toEqual(['Loading styles']);
  expect((await screen.findByRole('alert')).textContent).toContain('The styles could not be loaded');
  expect(listNames('status')).toEqual([]);
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getAllByRole('radio')).toHaveLength(2));
});
