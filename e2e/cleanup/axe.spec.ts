import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { findViolations } from '../support/find-violations.ts';
import {
  createCleanupStats,
  createEmptyStats,
  createProgress,
  createStorageStats,
  createSummary,
  findButton,
  findPanel,
  findQuestion,
  findTiles,
  serveStorage,
  startCleanup,
} from './storage-page.ts';

test('has no axe violations in any state, light or dark, on a phone or a desktop', () => {
  const { storage, options } = serveStorage();
  const check = async (page: Page, state: string) => ({ [state]: await findViolations(page) });
  return withPage(
    async (page) => {
      await findTiles(page).waitFor();
      await findButton(page).click();
      await findQuestion(page).waitFor();
      expect(await check(page, 'the question')).toEqual({ 'the question': [] });

      await findQuestion(page).getByRole('button', { name: 'Cancel' }).click();
      await findQuestion(page).waitFor({ state: 'detached' });
      storage.answer = { status: 503, json: {} };
      await startCleanup(page);
      await page.getByText(/^Manual cleanup failed/).waitFor();
      expect(await check(page, 'files, and a cleanup that failed')).toEqual({
        'files, and a cleanup that failed': [],
      });

      storage.stats = createStorageStats({
        lastCleanup: createSummary({ outcome: 'failed' }),
        running: createProgress({
          stats: createCleanupStats({ failed: 31, continuing: true }),
          waitsUntil: '2026-11-21T09:00:00.000Z',
        }),
      });
      await page.reload();
      await page.getByRole('progressbar').waitFor();
      expect(await check(page, 'running')).toEqual({ running: [] });

      storage.stats = createEmptyStats();
      await page.reload();
      await findPanel(page, 'Last cleanup').waitFor();
      storage.status = 503;
      await page.clock.runFor(30_000);
      await page.getByText(/^Refresh failed\. These numbers are from/).waitFor();
      expect(await check(page, 'empty, with old numbers')).toEqual({ 'empty, with old numbers': [] });

      await page.reload();
      await page.getByRole('button', { name: 'Try again' }).waitFor();
      expect(await check(page, 'no numbers')).toEqual({ 'no numbers': [] });
    },
    { ...options, expectedErrors: [/503/] },
  );
}, 120_000);
