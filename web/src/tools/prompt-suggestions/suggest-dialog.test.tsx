import { getSuggestionPrice, suggestPrompts } from '@portal/contracts/prompt-suggestions';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { readToast } from '../../client/toast/toast-store.ts';
import { answerByPath } from '../../testing/answer-by-path.ts';
import { openPart, readText } from '../../testing/open-part.tsx';
import { SuggestDialog } from './suggest-dialog.tsx';

beforeEach(() => {
  for (const store of [sessionStorage, localStorage]) store.clear();
});

const SUGGESTIONS = ['a fox at dawn', 'an owl in Nike shoes'].map((prompt, index) => ({
  prompt,
  difference: `angle ${index + 1}`,
}));
const answer = () => Response.json({ suggestions: SUGGESTIONS, leftOut: 8, cost: 0.02 });
const refuse = () =>
  Response.json({ error: 'Change the theme.', code: 'conflict', requestId: '1' }, { status: 409 });

function openDialog(answers: (() => Response)[] = [], room = 1000) {
  const requests = answerByPath(({ path }) => {
    if (path === getSuggestionPrice.path) return Response.json({ price: 0.001, provider: 'openai' });
    return path === suggestPrompts.path ? answers.shift()?.() : undefined;
  });
  const added: string[][] = [];
  const open = () =>
    openPart(
      <SuggestDialog
        isOpen
        known={['a wolf']}
        room={room}
        onAdd={(prompts) => added.push(prompts)}
        onClose={() => undefined}
      />,
    );
  const listSent = () => requests.filter(({ path }) => path === suggestPrompts.path);
  return { user: open(), open, added, listSent };
}

const button = (name: string) => screen.getByRole('button', { name });
const typeTheme = (user: ReturnType<typeof openPart>) =>
  user.type(screen.getByRole('textbox', { name: 'Theme' }), 'animals');

test('sends nothing without a theme, and names the price before', async () => {
  const { user, listSent } = openDialog();
  expect(await screen.findByText('About $0.05 for 50 prompts')).toBeDefined();
  await user.click(button('Suggest prompts'));
  expect(screen.getByRole('textbox', { name: 'Theme', description: 'Enter a theme' })).toBeDefined();
  expect(listSent()).toEqual([]);
});

test('adds the chosen suggestions as they were edited [D-checks.8]', async () => {
  const { user, added, listSent } = openDialog([answer]);
  await typeTheme(user);
  await user.click(screen.getByRole('radio', { name: 'Print' }));
  await user.type(screen.getByRole('textbox', { name: 'Must appear' }), 'snow{Enter}');
  await user.click(button('Suggest prompts'));
  const list = await screen.findByRole('list', { name: 'Suggested prompts' });
  expect(listSent().map(({ body }) => body)).toEqual([
    { theme: 'animals', market: 'print', count: 50, must: ['snow'], mustNot: [], known: ['a wolf'] },
  ]);
  expect(readText()).toContain(
    '2 of 50 prompts. 8 left out: like others, or with words that must not appear. Cost $0.02.',
  );
  expect(readText(list)).toContain('angle 1');
  await waitFor(() => expect(readText(list)).toContain('“Nike” is a brand.'));
  await user.type(within(list).getByRole('textbox', { name: 'Prompt 1' }), '!');
  await user.click(within(list).getByRole('checkbox', { name: 'Add prompt 2' }));
  await user.click(button('Add 1 prompt'));
  expect(added).toEqual([['a fox at dawn!']]);
  expect(readToast()).toMatchObject({ title: 'Added 1 prompt' });
});

test('keeps what is paid for until it is added or discarded', async () => {
  const { user, open } = openDialog([answer]);
  await typeTheme(user);
  await user.click(button('Suggest prompts'));
  await user.type(await screen.findByRole('textbox', { name: 'Prompt 1' }), '!');
  const again = open();
  expect(screen.getByRole('textbox', { name: 'Prompt 1' })).toHaveProperty('value', 'a fox at dawn!');
  await again.click(button('Discard'));
  const confirm = screen.getByRole('dialog', { name: 'Discard the suggestions?' });
  await again.click(within(confirm).getByRole('button', { name: 'Discard' }));
  open();
  expect(screen.getByRole('textbox', { name: 'Theme' })).toHaveProperty('value', 'animals');
});

test('sends the same key after a server error, and a new one after a refusal', async () => {
  const fail = () => new Response(null, { status: 500 });
  const { user, listSent } = openDialog([fail, refuse, answer]);
  await typeTheme(user);
  await user.click(button('Suggest prompts'));
  expect(readText(await screen.findByRole('alert'))).toContain('You won’t pay twice.');
  await user.click(button('Suggest prompts'));
  await screen.findByText('Change the theme.');
  await user.click(button('Suggest prompts'));
  await screen.findByRole('list', { name: 'Suggested prompts' });
  const [first, second, third] = listSent().map(({ headers }) => headers.get('Idempotency-Key'));
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('says how many prompts still fit', async () => {
  const { user } = openDialog([answer], 1);
  await typeTheme(user);
  await user.click(button('Suggest prompts'));
  expect(await screen.findByText(/There is room for 1 prompt\.$/)).toBeDefined();
  expect(button('Add 2 prompts')).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('checkbox', { name: 'Add prompt 1' }));
  expect(button('Add 1 prompt')).toHaveProperty('disabled', false);
});
