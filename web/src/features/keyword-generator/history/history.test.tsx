import { keywordCalls, type KeywordBatch } from '@portal/contracts/keyword-generator';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import {
  clickAction,
  expectName,
  expectNoToast,
  failToCancel,
  failToDelete,
  holdRefusals,
  inCard,
  listActions,
  noteDownloads,
  rename,
  waitForCard,
  waitForFailure,
} from '../../../testing/tool-page.ts';
import { readToast } from '../../../client/toast/toast-store.ts';
import { createBatchOf, openKeywords } from '../testing/open-keywords.tsx';

const running = { status: 'processing', endedAt: null } as const;
const failed = createBatchOf('failed', ['failed', 'failed'], { status: 'failed' });
const batches = [
  createBatchOf('queued', ['queued', 'queued'], {
    status: 'queued',
    startedAt: null,
    endedAt: null,
    progress: 0,
  }),
  createBatchOf('started', ['processing', 'queued'], { ...running, startedAt: null, progress: 0 }),
  createBatchOf('halfway', ['completed', 'failed', 'processing', 'queued'], { ...running, progress: 37 }),
  createBatchOf('completed', ['completed', 'failed'], { language: 'French', cost: 0.02, estimate: 0.02 }),
  failed,
  createBatchOf('emptied', ['completed'], { filesDeleted: true }),
];
const EXPORTS = ['Download ZIP', 'Export CSV', 'Other exports'];
const ENDED = ['View results', 'Delete', 'More actions'];

test('shows each status, with its actions [T2.3.4, T2.3.6, T2.3.8, T2.3.9, T4.1.2, T4.1.8, T4.5.5]', async () => {
  openKeywords({ batches });
  await waitForCard('queued');
  const expectTexts = (id: string, ...texts: string[]) => {
    for (const text of texts) expect(inCard(id).getByText(text)).toBeDefined();
  };
  const readBar = (id: string) => inCard(id).getByRole('progressbar').getAttribute('aria-valuenow');
  expectTexts('queued', 'Queued - 2 images');
  expect(readBar('queued')).toBeNull();
  expect(listActions('queued')).toEqual(['Cancel', 'Delete', 'More actions']);
  expectTexts('started', '0/2 completed');
  expect(readBar('started')).toBe('0');
  expect(listActions('started')).toEqual(['Cancel', 'Delete', 'More actions']);
  expectTexts('halfway', '1/4 completed');
  expect(readBar('halfway')).toBe('37');
  expect(listActions('halfway')).toEqual(['1 failed', 'Cancel', 'View failed items', ...EXPORTS, ...ENDED]);
  expectTexts('completed', '1/2 completed', 'French', 'Partly done', 'Cost $0.02');
  expect(listActions('completed')).toEqual(['1 failed', 'View failed items', ...EXPORTS, ...ENDED]);
  expectTexts('failed', '0/2 completed', 'Failed');
  expect(listActions('failed')).toEqual(['2 failed', 'View failed items', 'Delete', 'More actions']);
  expectTexts('emptied', 'Files deleted');
  expect(listActions('emptied')).toEqual(['Export CSV', 'Other exports', 'View results', 'Delete']);
});

const openFailedItems = async (user: ReturnType<typeof openKeywords>['user'], id: string) => {
  await clickAction(user, id, 'View failed items');
  return within(await screen.findByRole('dialog', { name: 'Failed items' }));
};
const close = async (user: ReturnType<typeof openKeywords>['user'], dialog: ReturnType<typeof within>) => {
  await user.click(dialog.getByText('Close'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};

test('lists failed items with their errors, or says that there are none [T2.3.12, T7.3.6, T8.4.4]', async () => {
  let isEmpty = false;
  const { user } = openKeywords({
    batches: [failed],
    answer: ({ path }) =>
      isEmpty && path.endsWith('/failed-items') ? Response.json({ failedItems: [] }) : undefined,
  });
  await waitForCard('failed');
  const dialog = await openFailedItems(user, 'failed');
  expect((await dialog.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    'photo-1.jpgThe model gave no usable answer.',
    'photo-2.jpgThe model gave no usable answer.',
  ]);
  expect(dialog.getByText('Try again in a new batch')).toBeDefined();
  await close(user, dialog);
  isEmpty = true;
  const empty = await openFailedItems(user, 'failed');
  expect(await empty.findByText('No failed items to display')).toBeDefined();
});

test('edits a name [T5.3.3, T7.3.5]', async () => {
  const batch = createBatchOf('fox', ['completed'], { name: 'As it was' });
  const { user, history } = openKeywords({
    batches: [batch],
    answer: ({ method, body }) => {
      if (method === 'GET') return undefined;
      history.batches = [{ ...batch, ...Object(body) }];
      return Response.json({ success: true, batch: history.batches[0] });
    },
  });
  await waitForCard('fox');
  await rename(user, 'fox', 'Another');
  await expectName('fox', 'Another');
  await waitFor(() => expect(history.batches[0]?.name).toBe('Another'));
});

test('cancels a batch; what is finished stays [T2.3.5, T4.5.5]', async () => {
  const twelve = Array.from({ length: 11 }, () => 'queued' as const);
  const batch = createBatchOf('fox', ['completed', ...twelve], { ...running, progress: 8 });
  const cancelling = Promise.withResolvers<Response>();
  const { user, history, requests } = openKeywords({
    batches: [batch],
    answer: ({ method }) => (method === 'POST' ? cancelling.promise : undefined),
  });
  await waitForCard('fox');
  await clickAction(user, 'fox', 'Cancel');
  expect(await inCard('fox').findByText('Stopping…')).toBeDefined();
  expectNoToast();
  expect(requests.find(({ method }) => method === 'POST')?.path).toBe(
    keywordCalls.cancel.path.replace('{id}', 'fox'),
  );
  const cancelled: KeywordBatch = {
    ...batch,
    status: 'completed',
    cancelledAt: '2026-11-21T12:00:30.000Z',
    cancelledCount: 11,
    results: batch.results.map((result) =>
      result.status === 'completed' ? result : { ...result, status: 'cancelled' },
    ),
  };
  history.batches = [cancelled];
  cancelling.resolve(Response.json({ success: true, batch: cancelled }));
  await waitFor(() => expect(readToast()?.title).toBe('Batch cancelled'));
  expect(await inCard('fox').findByText('Cancelled')).toBeDefined();
  expect(inCard('fox').getByText('11 cancelled')).toBeDefined();
  expect(inCard('fox').getByText('1/12 completed')).toBeDefined();
  expect(listActions('fox')).toEqual([...EXPORTS, ...ENDED]);
});

test('only logs that a delete failed, says nothing of a cancel, and brings the batches back [T7.3.9, T7.3.10, T8.4.2, T8.4.3]', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const refused: string[] = [];
  const { refuse, release } = holdRefusals();
  const { user } = openKeywords({
    batches: [createBatchOf('fox', ['completed']), createBatchOf('working', ['queued'], running)],
    answer: ({ method, path }) => {
      if (method === 'GET') return undefined;
      refused.push(path);
      return refuse();
    },
  });
  await waitForCard('fox');
  await failToCancel(user, 'working', release);
  await failToDelete(user, 'fox', release);
  expect(refused).toEqual([
    '/api/keyword-generator/batch/working/cancel',
    '/api/keyword-generator/batch/fox',
    '/api/keyword-generator/batches',
  ]);
  expect(warn.mock.calls).toEqual([
    ['The batch could not be deleted.', expect.objectContaining({ status: 500 })],
    ['The batch could not be deleted.', expect.objectContaining({ status: 500 })],
  ]);
  expectNoToast();
});

test('shows a toast for a rename, ZIP or list of failed items that fails [T7.3.5, T7.3.6, T8.4.1]', async () => {
  let isFailing = true;
  const batch = createBatchOf('fox', ['completed', 'failed'], { name: 'As it was' });
  const { user } = openKeywords({
    batches: [batch],
    answer: ({ path }) =>
      isFailing && path.includes('/batch/fox') ? new Response('{}', { status: 500 }) : undefined,
  });
  await waitForCard('fox');
  await rename(user, 'fox', 'Another');
  await waitForFailure();
  await expectName('fox', 'As it was');
  await clickAction(user, 'fox', 'Download ZIP');
  await waitForFailure();
  expect(await inCard('fox').findByRole('button', { name: 'Download ZIP' })).toBeDefined();

  const dialog = await openFailedItems(user, 'fox');
  expect(await dialog.findByText('The failed items could not be loaded')).toBeDefined();
  await waitForFailure();
  isFailing = false;
  await user.click(dialog.getByText('Try again'));
  expect((await dialog.findByRole('listitem')).textContent).toContain('photo-2.jpg');
  await close(user, dialog);
});

test('neither loads nor retries a picture that cannot be read [D-settled-by-the-acceptance-test.16]', async () => {
  const plain = createBatchOf('fox', ['completed', 'failed']);
  const { user } = openKeywords({
    batches: [
      {
        ...plain,
        failures: plain.failures.map((failure) => ({ ...failure, permanent: 'unreadable' })),
        retryable: { failed: 0, uncertain: 0 },
      },
    ],
  });
  await waitForCard('fox');
  const dialog = await openFailedItems(user, 'fox');
  expect((await dialog.findByLabelText('No preview')).getAttribute('role')).toBe('img');
  expect(dialog.getByText('A retry would fail again.')).toBeDefined();
  expect(dialog.queryByText(/can be tried again/)).toBeNull();
  expect(dialog.queryByText('Try again in a new batch')).toBeNull();
  await close(user, dialog);
});

test('exports CSVs without the server [T7.3.11, D-one-studio.14]', async () => {
  const saved = noteDownloads();
  const { user, requests } = openKeywords({
    batches: [createBatchOf('fox', ['completed', 'completed'], { name: 'Red fox / "one"' })],
  });
  await waitForCard('fox');
  const before = requests.length;
  await clickAction(user, 'fox', 'Export CSV');
  expect(screen.queryByRole('menu')).toBeNull();
  expect(saved.map(({ name }) => name)).toEqual(['Red_fox____one__keywords.csv']);
  expect((await saved[0]?.blob?.text())?.split('\r\n')).toHaveLength(4);
  await clickAction(user, 'fox', 'Other exports');
  await user.click(within(await screen.findByRole('menu')).getByText('CSV with original file names'));
  expect(saved[1]?.name).toBe('Red_fox____one__keywords_original_names.csv');
  expect(await saved[1]?.blob?.text()).toContain('\r\nphoto-2.jpg,');
  expect(requests).toHaveLength(before);
});
