import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { hold } from '../support/routes.ts';
import {
  createCleanupStats,
  createEmptyStats,
  createStorageStats,
  createSummary,
  findButton,
  findPanel,
  findTiles,
  readBars,
  readFacts,
  readTiles,
  serveStorage,
  STATS_CALL,
} from './storage-page.ts';

const LIMITS = {
  'Rate limit': '500 requests per minute',
  Capacity: 'up to 500k resources per hour',
};

test('shows skeletons, then numbers, charts, the last cleanup and the limits [P2.10, P2.34, P2.35, P2.36, P2.37, P2.39, P9.22, P9.23, P9.24, D-media.18]', () => {
  const { storage, options } = serveStorage();
  const numbers = hold(`**${STATS_CALL}`);
  return withPage(
    async (page) => {
      await page
        .getByRole('heading', { name: 'Storage Cleanup Management', level: 1, exact: true })
        .waitFor();
      await page
        .getByText('A cleanup runs automatically every day at 2:00 AM UTC.', { exact: true })
        .waitFor();
      await page.getByRole('status', { name: 'Loading storage statistics' }).waitFor();
      expect(await findButton(page).innerText()).toBe('Run Manual Cleanup');
      numbers.release();

      await findTiles(page).waitFor();
      expect(await page.getByRole('status', { name: 'Loading storage statistics' }).count()).toBe(0);
      expect(await readTiles(page)).toEqual({
        Images: '1,830',
        Videos: '4',
        'Raw files': '2',
        Total: '1,836',
        Stored: '3 GB',
        Bandwidth: '512 MB',
        Credits: '5.25 of 25',
      });
      expect(await readBars(page, 'Stored by tool')).toEqual([
        'Bulk Image Generator 400 files 400 KB',
        'Upscale & Enhancement 300 files 300 KB',
        'Keyword Generator 200 files 200 KB',
        'Stylizer 100 files 100 KB',
      ]);
      expect(await readBars(page, 'Stored by age')).toEqual([
        'Less than a day 3 files 600 KB',
        '1 day 2 files 400 KB',
        '2 days 1 file 200 KB',
      ]);
      const last = findPanel(page, 'Last cleanup');
      await last.getByText('Finished', { exact: true }).waitFor();
      await last.getByText('1,204 images, 3 videos, and 1 raw file deleted.', { exact: true }).waitFor();
      expect(await readFacts(last)).toEqual({
        Ended: '50 min. ago',
        Trigger: 'Manual',
        Duration: '4 min 10 s',
        'Failed to delete': '0',
      });
      expect(await readFacts(findPanel(page, 'Automatic cleanup'))).toEqual({
        'Next run': 'in 18 hr.',
        'Local time': expect.stringMatching(/^Nov 2[12], 2026, \d+:00/),
      });
      await findPanel(page, 'Automatic cleanup')
        .getByText(/older than 3 days/)
        .waitFor();
      expect(await readFacts(findPanel(page, 'Limits'))).toEqual({
        ...LIMITS,
        'Media service': '431 of 500 calls left',
        Resets: expect.stringMatching(/^at \d+:\d\d [AP]M$/),
      });

      // A nightly run with failures.
      storage.stats = createStorageStats({
        lastCleanup: createSummary({
          at: '2026-11-21T02:00:12.000Z',
          trigger: 'nightly',
          outcome: 'failed',
          stats: createCleanupStats({ deletedVideos: 0, deletedRaw: 0, failed: 31, durationMs: 12_000 }),
          extras: { batches: 12, uploads: 40, documents: 1 },
        }),
      });
      await page.reload();
      await last.getByText('Failed', { exact: true }).waitFor();
      await last
        .getByText('1,204 images, 12 batches, 40 uploads, and 1 document deleted.', { exact: true })
        .waitFor();
      expect(await readFacts(last)).toMatchObject({
        Ended: '5 hr. ago',
        Trigger: 'Nightly',
        'Failed to delete': '31',
      });
    },
    {
      ...options,
      arrange: async (page) => {
        await options.arrange?.(page);
        await numbers.arrange(page);
      },
    },
  );
});

test('keeps the button and the limits when statistics fail, and hides missing numbers [P2.34, P2.36, P2.39, D-media.18]', () => {
  const { storage, options } = serveStorage();
  storage.status = 503;
  return withPage(
    async (page) => {
      const alert = page.getByRole('alert');
      await alert.getByText('The storage statistics could not be loaded', { exact: true }).waitFor();
      await alert
        .getByText('Server temporarily unavailable. Please try again later.', { exact: true })
        .waitFor();
      expect(storage.reads).toBe(1);
      expect(await readFacts(findPanel(page, 'Limits'))).toEqual(LIMITS);
      expect(await findButton(page).isEnabled()).toBe(true);
      const tryAgain = alert.getByRole('button', { name: 'Try again' });
      const second = page.waitForResponse(`**${STATS_CALL}`);
      await tryAgain.click();
      await second;
      await tryAgain.waitFor();
      expect(await findTiles(page).count()).toBe(0);

      storage.status = 200;
      await tryAgain.click();
      await findTiles(page).waitFor();
      expect(await readTiles(page)).toMatchObject({ Total: '1,836' });
      expect(await alert.count()).toBe(0);

      storage.stats = createEmptyStats({
        rateLimit: { limit: 0, remaining: 0, resetAt: '2026-11-21T08:00:00.000Z' },
      });
      await page.clock.runFor(30_000);
      const main = page.getByRole('main');
      await main.getByText('No files stored', { exact: true }).waitFor();
      await main.getByText(/There is nothing to clean up\.$/).waitFor();
      expect(await readTiles(page)).toEqual({
        Images: '0',
        Videos: '0',
        'Raw files': '0',
        Total: '0',
        Stored: '0 B',
      });
      expect(await findPanel(page, 'Stored by tool').count()).toBe(0);
      await findPanel(page, 'Last cleanup').getByText('No cleanup has run yet.', { exact: true }).waitFor();
      expect(await readFacts(findPanel(page, 'Limits'))).toEqual(LIMITS);
      expect(await findButton(page).isEnabled()).toBe(true);
    },
    { ...options, expectedErrors: [/503/] },
  );
});
