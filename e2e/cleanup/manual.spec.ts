import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { GENERIC_FAILURE, toast } from '../support/directory.ts';
import { eventually } from '../support/generator-page.ts';
import { expectVisible, advance } from '../support/polled-history.ts';
import { hold } from '../support/routes.ts';
import {
  CLEANUP_CALL,
  createCleanupStats,
  createEmptyStats,
  createProgress,
  createStorageStats,
  createSummary,
  findButton,
  findPanel,
  findQuestion,
  findTiles,
  readTiles,
  serveStorage,
  startCleanup,
} from './storage-page.ts';

const isRunning = async (page: Page) => {
  await page.getByText('Running Cleanup...', { exact: true }).waitFor();
  expect(await findButton(page).isDisabled()).toBe(true);
  await page
    .getByRole('status')
    .filter({ hasText: /^A cleanup is running\.$/ })
    .waitFor({ state: 'attached' });
};
const findIdle = (page: Page) => page.getByText('Run Manual Cleanup', { exact: true });
const isIdle = (page: Page) => findIdle(page).waitFor();
const findText = (page: Page, text: string | RegExp) =>
  page.getByRole('main').getByText(text, { exact: true });
const waitForText = (page: Page, text: string | RegExp) => findText(page, text).waitFor();
const findCompleted = (page: Page) =>
  toast(page, 'Cleanup Completed').getByText('Successfully deleted resources', { exact: true });
const findFailure = (page: Page) =>
  toast(page, 'Error')
    .and(page.locator('[data-destructive=true]'))
    .getByText(GENERIC_FAILURE, { exact: true });

/** Advances the page's clock until the value is as expected. */
const repeatWithClock = <Value>(page: Page, look: () => Value | Promise<Value>) =>
  eventually(async () => {
    await page.clock.runFor(300);
    return look();
  });
const waitQuickly = (page: Page, target: Locator) =>
  repeatWithClock(page, () => target.isVisible()).toBe(true);

/** Within the minute after which the page gives up a request. */
const pauseClockSoon = async (page: Page) =>
  page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5000);

test("asks first, reads 'Running Cleanup...', shows a toast, refetches after 2 s [P2.37, P2.38, P3.8, P4.20, P4.21, P7.8, P8.14, P9.21, D-media.13]", () => {
  const { storage, options } = serveStorage();
  const answer = hold(`**${CLEANUP_CALL}`);
  return withPage(async (page) => {
    await findTiles(page).waitFor();
    const question = findQuestion(page);
    for (const leave of [
      () => question.getByRole('button', { name: 'Cancel' }).click(),
      () => page.keyboard.press('Escape'),
    ]) {
      await findButton(page).click();
      await question
        .getByText(
          /^This deletes all images, videos and raw files from the media storage service, for every user and tool\. This action cannot be undone\. Running batches are skipped\. Histories show “Files deleted” for the affected batches\.$/,
        )
        .waitFor();
      expect(await question.getByRole('button', { name: 'Delete all files' }).isDisabled()).toBe(true);
      await leave();
      await question.waitFor({ state: 'detached' });
    }
    expect(storage.cleanups).toEqual([]);

    await answer.arrange(page);
    const sent = page.waitForRequest(`**${CLEANUP_CALL}`);
    await startCleanup(page);
    const request = await sent;
    expect([request.method(), request.postData()]).toEqual(['POST', null]);
    await isRunning(page);
    await page.getByRole('progressbar', { name: 'Starting cleanup…' }).waitFor();
    await pauseClockSoon(page);

    answer.release();
    await expectVisible(page, findCompleted(page));
    await expectVisible(page, findIdle(page));
    expect(await page.getByRole('progressbar').count()).toBe(0);
    storage.stats = createEmptyStats({ lastCleanup: createSummary() });
    const { reads } = storage;
    await advance(page, 1000);
    expect(storage.reads).toBe(reads);
    expect(await readTiles(page)).toMatchObject({ Total: '1,836' });
    await advance(page, 1000);
    await eventually(() => storage.reads).toBe(reads + 1);
    await expectVisible(page, page.getByText('No files stored', { exact: true }));
    expect(await readTiles(page)).toMatchObject({ Total: '0' });
    expect(storage.cleanups).toHaveLength(1);
  }, options);
});

test('follows a cleanup in the background across reloads until it succeeds or fails [P2.37, P4.20, P8.11, P8.14, D-media.15]', () => {
  const { storage, options } = serveStorage();
  const SO_FAR = '1,204 images, 3 videos, and 1 raw file deleted so far';
  const running = createStorageStats({ running: createProgress() });
  const begin = async (page: Page) => {
    storage.stats = running;
    await startCleanup(page);
    await waitQuickly(page, findText(page, SO_FAR));
  };
  const summary = createSummary({ stats: createCleanupStats({ deletedImages: 1830 }) });
  return withPage(async (page) => {
    storage.answer.json = { success: true, stats: createCleanupStats({ continuing: true }) };
    await findTiles(page).waitFor();
    await begin(page);
    await waitForText(page, 'Cleanup continues in the background. You can close this page.');
    await waitForText(page, /^Manual cleanup, started \d+ min\. ago$/);
    expect(await toast(page, '').count()).toBe(0);
    await isRunning(page);

    await page.reload();
    await waitForText(page, SO_FAR);
    await isRunning(page);
    storage.stats = createStorageStats({
      running: createProgress({
        trigger: 'nightly',
        stats: createCleanupStats({ deletedImages: 1500, failed: 31, continuing: true }),
        extras: { batches: 12, uploads: 0, documents: 7 },
        waitsUntil: '2026-11-21T09:00:00.000Z',
      }),
    });
    await waitQuickly(
      page,
      findText(page, '1,500 images, 3 videos, 1 raw file, 12 batches, and 7 documents deleted so far'),
    );
    await waitForText(page, /^Nightly cleanup, started/);
    await waitForText(
      page,
      /^Media service rate limit reached\. Continues at \d+:\d\d [AP]M\. 31 files could not be deleted\. /,
    );
    await isRunning(page);
    storage.stats = createStorageStats({ lastCleanup: summary });
    await waitQuickly(page, findPanel(page, 'Last cleanup').getByText(/^1,830 images/));
    await isIdle(page);
    expect(storage.cleanups).toHaveLength(1);

    await begin(page);
    storage.stats = createEmptyStats({ lastCleanup: summary });
    await waitQuickly(page, findCompleted(page));
    await isIdle(page);
    await waitForText(page, 'No files stored');

    await begin(page);
    storage.stats = createEmptyStats({ lastCleanup: createSummary({ outcome: 'failed' }) });
    await waitQuickly(page, findFailure(page));
    await waitForText(page, 'Manual cleanup failed. The server reported a failure.');
    await findPanel(page, 'Last cleanup').getByText('Failed', { exact: true }).waitFor();
    await isIdle(page);
  }, options);
});

test('explains a failed, rejected or unanswered cleanup and lets the admin retry [P3.8, P4.20, P4.21, P8.11]', () => {
  const { storage, options } = serveStorage();
  const CASES = [
    [
      { status: 200, json: { success: false, stats: createCleanupStats() } },
      'The server reported a failure.',
    ],
    [{ status: 503, json: {} }, 'HTTP 503: Service Unavailable'],
    [{ status: 429, json: { error: 'Slow down.', code: 'too-many' } }, 'HTTP 429: Too Many Requests'],
  ] as const;
  return withPage(
    async (page) => {
      await findTiles(page).waitFor();
      for (const [answer, words] of CASES) {
        storage.answer = answer;
        const { reads } = storage;
        await startCleanup(page);
        await findFailure(page).waitFor();
        await waitForText(page, `Manual cleanup failed. ${words}`);
        await isIdle(page);
        await repeatWithClock(page, () => storage.reads).toBeGreaterThan(reads);
        await repeatWithClock(page, () => findFailure(page).count()).toBe(0);
      }
      await page.route(`**${CLEANUP_CALL}`, (route) => route.abort('connectionreset'), { times: 1 });
      await startCleanup(page);
      await findFailure(page).waitFor();
      await waitForText(
        page,
        'Manual cleanup failed. No response. It may still be running in the background.',
      );

      storage.answer = { status: 200, json: { success: true, stats: createCleanupStats() } };
      await startCleanup(page);
      await findCompleted(page).waitFor();
      expect(await page.getByText(/^Manual cleanup failed/).count()).toBe(0);
    },
    { ...options, expectedErrors: [/503|429|ERR_CONNECTION_RESET/] },
  );
});
