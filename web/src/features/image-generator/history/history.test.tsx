import { generatorCalls } from '@portal/contracts/image-generator';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createBatch } from '../../../tools/generation/testing/create-batch.ts';
import { readToast, toast } from '../../../client/toast/toast-store.ts';
import { expectNoToast } from '../../../testing/tool-page.ts';
import { cardOf, findCard, findHistory, openGenerator, openHistory } from '../testing/open-generator.tsx';

const NOON = new Date('2026-11-21T12:00:00Z');
const LIST = generatorCalls.list.path;
const failure = (status: number) => new Response('{}', { status });

const listTexts = (id: string) =>
  [...findCard(id).querySelectorAll('*')].flatMap(({ childElementCount, textContent }) =>
    childElementCount === 0 ? textContent : [],
  );

test.each([401, 403, 500])(
  'shows one toast when the history does not load, and retries on demand: %d [T8.2.3]',
  async (status) => {
    toast('Before');
    let answer = () => failure(status);
    const { user } = openGenerator({ answer: ({ path }) => (path === LIST ? answer() : undefined) });
    await waitFor(() =>
      expect(readToast()).toMatchObject({
        title: 'Error',
        description: 'A problem occurred, please try again.',
        isDestructive: true,
      }),
    );
    expect(await findHistory().findByRole('alert')).toBeDefined();
    expect(screen.queryByLabelText('Loading history')).toBeNull();
    answer = () => Response.json({ batches: [] });
    await user.click(findHistory().getByRole('button', { name: 'Try again' }));
    await findHistory().findByText('No batch history yet');
  },
);

test('shows that it loads, and what it says without batches [T2.1.7]', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  openGenerator({ answer: ({ path }) => (path === LIST ? promise : undefined) });
  expect(await screen.findByLabelText('Loading history')).toBeDefined();
  resolve(Response.json({ batches: [] }));
  await findHistory().findByText('No batch history yet');
  findHistory().getByText('Files are automatically deleted after 3 days');
  expect(findHistory().queryByRole('button')).toBeNull();
});

/** Time stands still at noon. */
function stopClock() {
  vi.useFakeTimers({ now: NOON, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
}

test('does not repeat the first words of a prompt that the name begins with', async () => {
  const prompt = 'A red fox in the snow';
  await openHistory({
    batches: [
      createBatch({ id: 'job', prompt, customName: `${prompt}, Imagen 4` }),
      createBatch({ id: 'named', prompt, customName: 'Winter' }),
    ],
  });
  cardOf('named').getByText('A red fox');
  cardOf('job').getByRole('heading', { name: `${prompt}, Imagen 4` });
  expect(cardOf('job').queryByText('A red fox')).toBeNull();
});

test('lists batches newest first, with provider, model, time and prompt [T1.3, T2.1.6, T2.1.24, T2.1.26]', async () => {
  stopClock();
  const at = (time: string) => ({ createdAt: `2026-11-21T${time}:00.000Z` });
  await openHistory({
    batches: [
      createBatch({ id: 'chatgpt', ...at('11:15'), prompt: 'A red fox in the snow, no text' }),
      createBatch({
        id: 'stability',
        ...at('10:00'),
        provider: 'stability',
        model: 'sd3.5-large',
        prompt: 'a fox without trees',
      }),
      createBatch({ id: 'grok', ...at('09:00'), provider: 'xai', model: 'grok-2-image', prompt: 'Fox' }),
      createBatch({
        id: 'gemini',
        ...at('11:30'),
        provider: 'google',
        model: 'imagen3',
        prompt: 'Two kites, no people',
      }),
    ],
  });
  expect(
    findHistory()
      .getAllByRole('article')
      .map(({ id }) => id),
  ).toEqual(['batch-gemini', 'batch-chatgpt', 'batch-stability', 'batch-grok']);
  const expectTexts = (id: string, ...texts: string[]) =>
    expect(listTexts(id), id).toEqual(expect.arrayContaining(texts));
  expectTexts('chatgpt', 'ChatGPT', 'GPT Image 1', 'A red fox', '45 min ago');
  expectTexts('gemini', 'Gemini', 'Imagen 3', 'Two kites', '30 min ago');
  expectTexts('stability', 'Stable Diffusion', 'SD 3.5 Large', 'a fox', '2 h ago');
  expectTexts('grok', 'Grok', 'Grok 2 Image', 'Fox', '3 h ago');
  expect(findCard('chatgpt').textContent).not.toContain('snow');
  cardOf('chatgpt').getByTitle('A red fox in the snow, no text');
});

/** The texts of a card's buttons, without its images. */
const readButtons = (id: string) =>
  cardOf(id)
    .getAllByRole('button')
    .flatMap(({ textContent }) => (textContent === '' ? [] : textContent));

test('shows the state, progress and actions of a batch [T2.1.8, T4.1.4, T4.1.5, T4.1.6, T4.1.7, T4.2.4, T4.2.6, D-one-studio.12]', async () => {
  stopClock();
  const active = { requestedCount: 12, completedCount: 0, estimate: 0.5 };
  const ended = { endedAt: '2026-11-21T11:01:00.000Z', status: 'completed' } as const;
  const none = { ...ended, requestedCount: 2, completedCount: 0 };
  await openHistory({
    batches: [
      createBatch({ id: 'queued', ...active, status: 'pending', startedAt: null, prompt: 'A red fox' }),
      createBatch({ id: 'started', ...active }),
      createBatch({
        id: 'working',
        ...active,
        completedCount: 3,
        runningItems: [3, 4],
        startedAt: '2026-11-21T11:59:00.000Z',
        cost: 0.12,
      }),
      createBatch({ id: 'partly', ...ended, requestedCount: 12, completedCount: 11, failedCount: 1 }),
      createBatch({ id: 'failed', ...none, status: 'failed', failedCount: 2 }),
      createBatch({
        id: 'cancelled',
        ...none,
        status: 'failed',
        cancelledCount: 2,
        cancelledAt: ended.endedAt,
      }),
      createBatch({ id: 'whole', ...ended, requestedCount: 12, completedCount: 12 }),
    ],
  });
  const expectTexts = (id: string, ...texts: string[]) => {
    for (const text of texts) cardOf(id).getByText(text);
  };
  const findBar = (id: string) => cardOf(id).queryByRole('progressbar');

  expectTexts('queued', 'Queued - 12 images');
  expect(findBar('queued')?.hasAttribute('aria-valuenow')).toBe(false);
  expectTexts('started', '0/12 completed');
  expectTexts('working', '3/12 completed', '$0.12 so far, about $0.50 in all', 'about 2 min left');
  expect(findBar('working')?.getAttribute('aria-valuenow')).toBe('25');
  expectTexts('partly', '11/12 completed', 'Partly done', '1 failed');
  expectTexts('failed', '0/2 completed', 'Failed', '2 failed');
  expectTexts('cancelled', '0/2 completed', 'Cancelled', '2 cancelled');
  expect(cardOf('cancelled').queryByText('Failed')).toBeNull();
  expectTexts('whole', '12/12 completed', 'Done');
  for (const id of ['partly', 'failed']) expect(findBar(id), id).toBeNull();

  expect(readButtons('queued')).toEqual(['View prompt', 'Cancel', 'Copy Settings', 'View images', 'Delete']);
  for (const [id, isOffered] of [
    ['started', false],
    ['working', true],
    ['partly', true],
    ['failed', false],
  ] as const)
    expect(readButtons(id).includes('Download ZIP'), id).toBe(isOffered);
});

test('rolls back rejected changes without a word [T2.1.15, T2.1.16, T8.2.9]', async () => {
  toast('Before');
  const waiting: (() => void)[] = [];
  const { user } = await openHistory({
    batches: [
      createBatch({ id: 'ended', status: 'completed', customName: 'As it was' }),
      createBatch({ id: 'working' }),
    ],
    answer: ({ method }) =>
      method === 'GET' ? undefined : new Promise((resolve) => waiting.push(() => resolve(failure(500)))),
  });
  const reject = async () => {
    await waitFor(() => expect(waiting).toHaveLength(1));
    waiting.pop()?.();
  };
  const hasCard = () => document.getElementById('batch-ended') !== null;
  const confirm = async (name: string) =>
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));

  await user.click(cardOf('ended').getByRole('button', { name: 'Rename' }));
  fireEvent.change(cardOf('ended').getByLabelText('Batch name'), { target: { value: 'Another' } });
  await user.keyboard('{Enter}');
  await cardOf('ended').findByRole('heading', { name: 'Another' });
  await reject();
  await cardOf('ended').findByRole('heading', { name: 'As it was' });

  await user.click(cardOf('ended').getByText('Delete'));
  await confirm('Delete');
  await waitFor(() => expect(hasCard()).toBe(false));
  await reject();
  await waitFor(() => expect(hasCard()).toBe(true));

  await user.click(findHistory().getByText('Clear History'));
  await confirm('Clear History');
  await findHistory().findByText('No batch history yet');
  await reject();
  await waitFor(() => expect(hasCard()).toBe(true));
  expectNoToast();

  await user.click(cardOf('working').getByText('Cancel'));
  await waitFor(() => expect(cardOf('working').queryByText('Cancel')).toBeNull());
  await reject();
  await cardOf('working').findByText('Cancel');
  expectNoToast();
});
