import type { GenerationBatch } from '@portal/contracts/image-generator';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createBatch } from '../../../tools/generation/testing/create-batch.ts';
import { readToast } from '../../../client/toast/toast-store.ts';
import {
  choose,
  fill,
  findHistory,
  findPrompt,
  findQuantity,
  findSubmit,
  isStart,
  openGenerator,
  readChosen,
} from '../testing/open-generator.tsx';

/** A portal that starts a batch for each new idempotency key, unless `answer` says otherwise. */
function openForm() {
  const batches: GenerationBatch[] = [];
  const portal = { answer: (start: () => Response): Response | Promise<Response> => start() };
  const known = new Map<string | null, string>();
  const opened = openGenerator({
    batches,
    answer: (request) => {
      if (!isStart(request)) return undefined;
      return portal.answer(() => {
        const key = request.headers.get('idempotency-key');
        const id = known.get(key) ?? `batch-${known.size + 1}`;
        if (!known.has(key)) batches.push(createBatch({ id }));
        known.set(key, id);
        return Response.json({ success: true, batchId: id }, { status: 202 });
      });
    },
  });
  choose('Provider', 'Grok');
  const listSent = () => opened.requests.filter(isStart);
  return { ...opened, portal, listSent };
}

const countCards = () => findHistory().queryAllByRole('article').length;
const expectCards = (count: number) => waitFor(() => expect(countCards()).toBe(count));
const submitByKeyboard = () => fireEvent.keyDown(findPrompt(), { key: 'Enter', ctrlKey: true });

test('a rejected batch leaves the form as it was [T8.2.1, D-settled-by-the-acceptance-test.13, D-settled-by-the-acceptance-test.14]', async () => {
  const { portal } = openForm();
  fill(findPrompt(), 'refused');
  const limit = "Only 3 of today's Gemini images are left.";
  for (const [answer, description] of [
    [new Response('{}', { status: 500 }), 'A problem occurred, please try again.'],
    [Response.json({ error: limit, code: 'x', requestId: 'r' }, { status: 429 }), limit],
  ] as const) {
    portal.answer = () => answer;
    fireEvent.click(findSubmit());
    await waitFor(() =>
      expect(readToast()).toMatchObject({ title: 'Error', description, isDestructive: true }),
    );
    expect(findPrompt().value, description).toBe('refused');
    await waitFor(() => expect(findSubmit().disabled, description).toBe(false));
  }
});

test('Ctrl+Enter starts a batch, which appears in the history, and Enter does not [T1.6, T2.1.6]', async () => {
  const { user, listSent } = openForm();
  fill(findPrompt(), 'an owl');
  await user.type(findQuantity(), '{Enter}');
  await user.type(findPrompt(), '{Enter}');
  expect(listSent()).toHaveLength(0);
  submitByKeyboard();
  await expectCards(1);
  expect(listSent()).toHaveLength(1);
});

test('starts one batch for a double click [D-answers-and-errors-of-the-api.6]', async () => {
  const { user, portal, listSent } = openForm();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  portal.answer = (start) => released.then(start);
  fill(findPrompt(), 'clicked twice');
  await user.dblClick(findSubmit());
  expect((await screen.findByText<HTMLButtonElement>('Starting…')).disabled).toBe(true);
  submitByKeyboard();
  release();
  await expectCards(1);
  expect(listSent()).toHaveLength(1);
});

test('a retry after a lost response is the same batch; the next submit is a new one', async () => {
  const { portal, listSent } = openForm();
  fill(findPrompt(), 'its answer was lost');
  portal.answer = (start) => {
    start();
    throw new TypeError('Failed to fetch');
  };
  fireEvent.click(findSubmit());
  await waitFor(() => expect(listSent()).toHaveLength(1));
  await waitFor(() => expect(findSubmit().textContent).toMatch(/^Generate/));
  await waitFor(() => expect(readToast()).toMatchObject({ isDestructive: true }));
  expect(findPrompt().value).toBe('its answer was lost');
  // Another request in between, which fails, changes nothing.
  portal.answer = () => new Response('{}', { status: 500 });
  fill(findPrompt(), 'another');
  fireEvent.click(findSubmit());
  await waitFor(() => expect(listSent()).toHaveLength(2));
  await waitFor(() => expect(findSubmit().disabled).toBe(false));
  fill(findPrompt(), 'its answer was lost');
  portal.answer = (start) => start();
  fireEvent.click(findSubmit());
  await waitFor(() => expect(listSent()).toHaveLength(3));
  await expectCards(1);
  await waitFor(() => expect(findSubmit().disabled).toBe(false));
  fireEvent.click(findSubmit());
  await expectCards(2);
  const [lost, , repeated, next] = listSent().map(({ headers }) => headers.get('idempotency-key'));
  expect(repeated).toBe(lost);
  expect(next).toMatch(/^[\w-]{36}$/);
  expect(next).not.toBe(lost);
});

test('what was last used with a provider returns with it', async () => {
  const { listSent } = openForm();
  choose('Provider', 'ChatGPT');
  fill(findPrompt(), 'a red fox');
  choose('Quality', 'High');
  choose('Background', 'Opaque');
  choose('Output format', 'JPEG');
  fireEvent.click(findSubmit());
  await waitFor(() => expect(listSent()).toHaveLength(1));
  choose('Provider', 'Grok');
  choose('Provider', 'ChatGPT');
  expect(readChosen()).toEqual({
    provider: 'openai',
    gptQuality: 'high',
    gptBackground: 'opaque',
    gptAspectRatio: '1:1',
    gptOutputFormat: 'jpeg',
  });
});

const findPrompts = () => screen.findByRole('dialog', { name: 'Prompt history' });
const listPrompts = (dialog: HTMLElement) =>
  within(dialog)
    .getAllByRole('listitem')
    .map((item) => item.textContent);

/** Sends two prompts. */
async function openWithPrompts() {
  const opened = openForm();
  for (const [index, prompt] of ['a red fox', 'an owl at night'].entries()) {
    fill(findPrompt(), prompt);
    fireEvent.click(findSubmit());
    await expectCards(index + 1);
    await waitFor(() => expect(findSubmit().disabled).toBe(false));
  }
  fill(findPrompt(), 'not sent yet');
  return opened;
}

test('uses an earlier prompt again, by keyboard, and restores the unsent one', async () => {
  const { user } = await openWithPrompts();
  fireEvent.keyDown(findPrompt(), { key: 'ArrowUp', altKey: true });
  const dialog = await findPrompts();
  within(dialog).getByText('2 prompts on this device');
  expect(listPrompts(dialog)).toEqual(['an owl at night', 'a red fox']);
  await user.keyboard('FOX');
  within(dialog).getByText('1 prompt on this device');
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(findPrompt().value).toBe('a red fox');
  expect(document.activeElement).toBe(findPrompt());
  // A double click, or a click on the wrong batch before the right one.
  const [newest] = findHistory().getAllByText('Copy Settings');
  if (newest) await user.dblClick(newest);
  expect(findPrompt().value).not.toBe('a red fox');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(findPrompt().value).toBe('not sent yet');
});

test('deletes earlier prompts, one or all', async () => {
  const { user } = await openWithPrompts();
  await user.click(screen.getByRole('button', { name: 'Prompt history' }));
  const dialog = await findPrompts();
  await user.click(within(dialog).getByRole('button', { name: 'Delete “a red fox”' }));
  await waitFor(() => expect(listPrompts(dialog)).toEqual(['an owl at night']));
  await user.click(within(dialog).getByRole('button', { name: 'Clear all' }));
  const question = screen.getByRole('dialog', { name: 'Clear prompt history' });
  await user.click(within(question).getByRole('button', { name: 'Clear all' }));
  await within(dialog).findByText(
    'Your last 50 prompts appear here. They stay on this device until you log out.',
  );
  expect(within(dialog).queryByRole('listitem')).toBeNull();
});
