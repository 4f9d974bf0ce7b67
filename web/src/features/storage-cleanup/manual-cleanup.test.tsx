import {
  createCleanupStats,
  createEmptyStats,
  createProgress,
  createStorageStats,
  createSummary,
} from '@portal/contracts/examples/storage';
import { runCleanup } from '@portal/contracts/storage';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectFailureToast, expectToast } from '../../testing/expect-toast.ts';
import { findPanel, readFacts } from '../../testing/read-page.ts';
import { readToast } from '../../client/toast/toast-store.ts';
import {
  advance,
  answerCleanup,
  expectRunning,
  findButton,
  findQuestion,
  openStorage,
  startCleanup,
  waitQuickly,
} from './testing/open-storage.tsx';

const waitForPage = () => screen.findByLabelText('Storage statistics');
const readTotal = () => readFacts('Storage statistics')['Total'];
const expectCompleted = () =>
  expectToast('Cleanup Completed', { description: 'Successfully deleted resources', isDestructive: false });

test('asks first, and deletes nothing without the typed word [P2.37, P2.38, P4.20]', async () => {
  const { user, listCleanups } = openStorage();
  await waitForPage();
  for (const leave of [
    () => user.click(findQuestion().getByText('Cancel')),
    () => user.keyboard('{Escape}'),
  ]) {
    fireEvent.click(findButton());
    expect(
      findQuestion().getByText(
        'This deletes all images, videos and raw files from the media storage service, for every user and tool. This action cannot be undone. Running batches are skipped. Histories show “Files deleted” for the affected batches.',
      ),
    ).toBeDefined();
    expect(findQuestion().getByText('Delete all files')).toHaveProperty('disabled', true);
    await leave();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
  expect(listCleanups()).toEqual([]);
});

test("reads 'Running Cleanup...', shows a toast, refetches after 2 s [P2.37, P2.38, P3.8, P4.20, P4.21, P7.8, P8.14, P9.21, D-media.13]", async () => {
  const { server, listCleanups, countReads } = openStorage();
  await waitForPage();
  const answer = Promise.withResolvers<Response>();
  server.clean = () => answer.promise;
  await startCleanup();
  expectRunning(true);
  expect(listCleanups()).toMatchObject([{ method: 'POST', path: runCleanup.path, body: undefined }]);
  expect(screen.getByRole('progressbar', { name: 'Starting cleanup…' })).toBeDefined();

  answer.resolve(answerCleanup());
  await expectCompleted();
  await waitFor(() => expectRunning(false));
  expect(screen.queryByRole('progressbar')).toBeNull();
  server.stats = createEmptyStats({ lastCleanup: createSummary() });
  const reads = countReads();
  await advance(1000);
  expect(countReads()).toBe(reads);
  expect(readTotal()).toBe('1,836');
  await advance(1000);
  await screen.findByText('No files stored');
  expect(countReads()).toBe(reads + 1);
  expect(readTotal()).toBe('0');
  expect(listCleanups()).toHaveLength(1);
});

const SO_FAR = '1,204 images, 3 videos, and 1 raw file deleted so far';
const summary = createSummary({ stats: createCleanupStats({ deletedImages: 1830 }) });

/** Starts a cleanup that goes on in the background. */
async function openInBackground() {
  const opened = openStorage();
  opened.server.clean = () => answerCleanup({ continuing: true });
  await waitForPage();
  const shown = readToast();
  opened.server.stats = createStorageStats({ running: createProgress() });
  await startCleanup();
  await waitQuickly(() => screen.getByText(SO_FAR));
  // One of another test may have closed.
  expect([undefined, shown?.id]).toContain(readToast()?.id);
  expectRunning(true);
  return opened;
}

test('follows a cleanup in the background until it succeeds [P2.37, P4.20, P8.14, D-media.15]', async () => {
  const { server, listCleanups } = await openInBackground();
  expect(screen.getByText('Cleanup continues in the background. You can close this page.')).toBeDefined();
  expect(screen.getByText(/^Manual cleanup, started/).textContent).toMatch(/started \d+ min ago$/);
  server.stats = createEmptyStats({ lastCleanup: summary });
  await waitQuickly(() => expectRunning(false));
  await expectCompleted();
  expect(screen.getByText('No files stored')).toBeDefined();
  expect(findPanel('Last cleanup').getByText(/^1,830 images/)).toBeDefined();
  expect(listCleanups()).toHaveLength(1);
});

test('explains a cleanup that fails in the background [P8.11]', async () => {
  const { server } = await openInBackground();
  server.stats = createEmptyStats({ lastCleanup: createSummary({ outcome: 'failed' }) });
  await waitQuickly(() => expectRunning(false));
  await expectFailureToast();
  expect(screen.getByText('Manual cleanup failed. The server reported a failure.')).toBeDefined();
  expect(findPanel('Last cleanup').getByText('Failed')).toBeDefined();
});

test('shows a cleanup that was started elsewhere, and why it waits [P2.37, D-media.15]', async () => {
  const { server, listCleanups } = openStorage(
    createStorageStats({
      running: createProgress({
        trigger: 'nightly',
        stats: createCleanupStats({ deletedImages: 1500, failed: 31, continuing: true }),
        extras: { batches: 12, uploads: 0, documents: 7 },
        waitsUntil: '2026-11-21T09:00:00.000Z',
      }),
    }),
  );
  await screen.findByText('1,500 images, 3 videos, 1 raw file, 12 batches, and 7 documents deleted so far');
  expect(screen.getByText(/^Nightly cleanup, started/)).toBeDefined();
  expect(screen.getByText(/^Media service rate limit/).textContent).toMatch(
    /^Media service rate limit reached\. Continues at \d+:\d\d [AP]M\. 31 files could not be deleted\. /,
  );
  expectRunning(true);
  const shown = readToast();
  server.stats = createStorageStats({ lastCleanup: summary });
  await waitQuickly(() => expectRunning(false));
  expect(findPanel('Last cleanup').getByText(/^1,830 images/)).toBeDefined();
  // One of another test may have closed.
  expect([undefined, shown?.id]).toContain(readToast()?.id);
  expect(listCleanups()).toEqual([]);
});

const fail = (status: number, statusText: string) =>
  Response.json({ error: 'Slow down.', code: 'too-many' }, { status, statusText });

test('explains a failed, rejected or unanswered cleanup and lets the admin retry [P3.8, P4.20, P4.21, P8.11]', async () => {
  const { server, countReads } = openStorage();
  await waitForPage();
  for (const [clean, words] of [
    [() => answerCleanup({ success: false }), 'The server reported a failure.'],
    [() => fail(503, 'Service Unavailable'), 'HTTP 503: Service Unavailable'],
    [() => fail(429, 'Too Many Requests'), 'HTTP 429: Too Many Requests'],
    [
      () => Promise.reject(new TypeError('Failed to fetch')),
      'No response. It may still be running in the background.',
    ],
  ] as const) {
    server.clean = clean;
    const reads = countReads();
    await startCleanup();
    await expectFailureToast();
    expect(screen.getByText(`Manual cleanup failed. ${words}`)).toBeDefined();
    expectRunning(false);
    await advance(2000);
    expect(countReads()).toBeGreaterThan(reads);
  }
  server.clean = () => answerCleanup();
  await startCleanup();
  await expectCompleted();
  expect(screen.queryByText(/^Manual cleanup failed/)).toBeNull();
});
