import {
  createCleanupStats,
  createEmptyStats,
  createProgress,
  createStorageStats,
  createSummary,
} from '@portal/contracts/examples/storage';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { findPanel, queryPanel, readBars, readFacts } from '../../testing/read-page.ts';
import { setVisible } from '../../testing/set-visible.ts';
import { readToast } from '../../client/toast/toast-store.ts';
import { advance, expectRunning, findButton, openStorage } from './testing/open-storage.tsx';

const TILES = 'Storage statistics';
const LIMITS = {
  'Rate limit': '500 requests per minute',
  Capacity: 'up to 500k resources per hour',
};
const isLoading = () => screen.queryByLabelText('Loading storage statistics') !== null;
const readTotal = () => readFacts(TILES)['Total'];
const expectTotal = (total: string) => waitFor(() => expect(readTotal()).toBe(total));
const fail = () => Response.json({}, { status: 503 });

test('shows skeletons, then numbers, charts and the limits [P2.10, P2.34, P2.35, P2.36, P2.39, P9.22, D-media.18]', async () => {
  const { server } = openStorage();
  const answer = Promise.withResolvers<Response>();
  server.read = () => answer.promise;
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Storage Cleanup Management');
  expect(screen.getByText('A cleanup runs automatically every day at 2:00 AM UTC.')).toBeDefined();
  expect(isLoading()).toBe(true);
  expectRunning(false);
  answer.resolve(Response.json(server.stats));

  await expectTotal('1,836');
  expect(isLoading()).toBe(false);
  expect(readFacts(TILES)).toEqual({
    Images: '1,830',
    Videos: '4',
    'Raw files': '2',
    Total: '1,836',
    Stored: '3 GB',
    Bandwidth: '512 MB',
    Credits: '5.25 of 25 at the media service',
  });
  expect(readBars('Stored by tool')).toEqual([
    ['Bulk Image Generator', '400 files 400 KB'],
    ['Upscale & Enhancement', '300 files 300 KB'],
    ['Keyword Generator', '200 files 200 KB'],
    ['Stylizer', '100 files 100 KB'],
  ]);
  expect(readBars('Stored by age')).toEqual([
    ['Less than a day', '3 files 600 KB'],
    ['1 day', '2 files 400 KB'],
    ['2 days', '1 file 200 KB'],
  ]);
  expect(readFacts('Limits')).toEqual({
    ...LIMITS,
    'Media service': '431 of 500 calls left',
    Resets: expect.stringMatching(/^at \d+:\d\d [AP]M$/),
  });
});

test('shows the last and the next cleanup [P2.37, P9.23, P9.24]', async () => {
  const { server } = openStorage();
  await expectTotal('1,836');
  const last = findPanel('Last cleanup');
  expect(last.getByText('Finished')).toBeDefined();
  expect(last.getByText('1,204 images, 3 videos, and 1 raw file deleted.')).toBeDefined();
  expect(readFacts('Last cleanup')).toEqual({
    Ended: '50 min ago',
    Trigger: 'Manual',
    Duration: '4 min',
    'Failed to delete': '0',
  });
  expect(readFacts('Automatic cleanup')).toEqual({
    'Next run': expect.stringMatching(/^in 1[78] h$/),
    'Local time': expect.stringMatching(/^Nov 2[12], 2026, \d+:00/),
  });
  expect(findPanel('Automatic cleanup').getByText(/older than 3 days/)).toBeDefined();

  // A nightly run with failures.
  server.stats = createStorageStats({
    lastCleanup: createSummary({
      at: '2026-11-21T02:00:12.000Z',
      trigger: 'nightly',
      outcome: 'failed',
      stats: createCleanupStats({ deletedVideos: 0, deletedRaw: 0, failed: 31, durationMs: 12_000 }),
      extras: { batches: 12, uploads: 40, documents: 1 },
    }),
  });
  await advance(30_000);
  await last.findByText('Failed');
  expect(last.getByText('1,204 images, 12 batches, 40 uploads, and 1 document deleted.')).toBeDefined();
  expect(readFacts('Last cleanup')).toEqual({
    Ended: expect.stringMatching(/^[56] h ago$/),
    Trigger: 'Nightly',
    Duration: '12 s',
    'Failed to delete': '31',
  });
});

test('keeps the button and the limits when statistics fail, and loads them again [P2.34, P2.36, P2.39]', async () => {
  const { server, countReads } = openStorage();
  const { read } = server;
  server.read = fail;
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText('The storage statistics could not be loaded')).toBeDefined();
  expect(alert.getByText('Server temporarily unavailable. Please try again later.')).toBeDefined();
  expect(countReads()).toBe(1);
  expect(readFacts('Limits')).toEqual(LIMITS);
  expectRunning(false);
  fireEvent.click(alert.getByText('Try again'));
  await waitFor(() => expect(countReads()).toBe(2));
  const again = await screen.findByText('Try again');
  expect(queryPanel(TILES)).toBeNull();

  server.read = read;
  fireEvent.click(again);
  await expectTotal('1,836');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('hides what an empty storage does not have [P2.34, P2.39, D-media.18]', async () => {
  openStorage(
    createEmptyStats({ rateLimit: { limit: 0, remaining: 0, resetAt: '2026-11-21T08:00:00.000Z' } }),
  );
  await screen.findByText('No files stored');
  expect(screen.getByText(/There is nothing to clean up\.$/)).toBeDefined();
  expect(readFacts(TILES)).toEqual({ Images: '0', Videos: '0', 'Raw files': '0', Total: '0', Stored: '0 B' });
  expect(queryPanel('Stored by tool')).toBeNull();
  expect(findPanel('Last cleanup').getByText('No cleanup has run yet.')).toBeDefined();
  expect(readFacts('Limits')).toEqual(LIMITS);
  expectRunning(false);
});

test('reads statistics every 30 s, every 3 s during a cleanup, never while hidden [P2.36, P2.37, P7.7, P9.18]', async () => {
  const { server, countReads } = openStorage();
  const { read } = server;
  const note = /^Refresh failed\. These numbers are from \d+:\d\d [AP]M\. Retrying\.$/;
  const shown = readToast();
  await expectTotal('1,836');
  server.stats = createStorageStats({ totalResources: 1838 });
  await advance(29_000);
  expect(countReads()).toBe(1);
  await advance(1000);
  await expectTotal('1,838');
  expect(countReads()).toBe(2);

  server.read = fail;
  await advance(29_000);
  expect(countReads()).toBe(2);
  await advance(1000);
  await screen.findByText(note);
  expect(countReads()).toBe(3);
  expect(readTotal()).toBe('1,838');
  expect(screen.queryByRole('alert')).toBeNull();
  // One of another test may have closed.
  expect([undefined, shown?.id]).toContain(readToast()?.id);

  Object.assign(server, { read, stats: createStorageStats({ totalResources: 1839 }) });
  await advance(30_000);
  await expectTotal('1,839');
  expect(screen.queryByText(note)).toBeNull();
  expect(countReads()).toBe(4);

  setVisible(false);
  await advance(60_000);
  expect(countReads()).toBe(4);
  server.stats = createStorageStats({ running: createProgress() });
  setVisible(true);
  await waitFor(() => expectRunning(true));
  expect(countReads()).toBe(5);

  server.stats = createStorageStats();
  await advance(2000);
  expect(countReads()).toBe(5);
  await advance(1000);
  await waitFor(() => expectRunning(false));
  expect(countReads()).toBe(6);
  await advance(28_000);
  expect(countReads()).toBe(6);
  await advance(2000);
  await waitFor(() => expect(countReads()).toBe(7));
  expect(findButton()).toBeDefined();
});
