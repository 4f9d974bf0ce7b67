/** What surrounds all pages, and those of admins, in one page. */
import { listAlerts } from '@portal/contracts/alerts';
import {
  createEmptyStatus,
  createProblemStatus,
  createSpend,
  NOON,
} from '@portal/contracts/examples/api-status';
import { createFailedWork } from '@portal/contracts/examples/failed-work';
import * as examples from '@portal/contracts/examples/storage';
import { listFailedWork } from '@portal/contracts/failed-work';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import * as status from '../api-management/api-management-page.ts';
import * as storagePage from '../cleanup/storage-page.ts';
import * as settings from '../settings/settings-page.ts';
import { ALERTS, findAlert } from '../support/alerts.ts';
import { withPage } from '../support/browser.ts';
import {
  answerWithUsers,
  createUser,
  DIRECTORY_PAGE,
  findRow,
  pressAdd,
  toast,
} from '../support/directory.ts';
import { findViolations } from '../support/find-violations.ts';
import { DESKTOP } from '../support/launch-browser.ts';
import { navigate } from '../support/navigate.ts';
import { answerWith } from '../support/routes.ts';
import { readStudioSettings } from '../support/settings.ts';

const { storage, options } = storagePage.serveStorage();
const users = [
  createUser({ role: 'admin', lastActiveAt: '2026-11-21T11:15:00.000Z' }),
  createUser({ email: 'guest@elsewhere.example', displayName: null, source: 'whitelist-only' }),
  createUser({ email: 'stray@elsewhere.example', access: 'banned', isWhitelisted: false }),
];

const check = async (page: Page, state: string, prepare?: () => Promise<unknown>) =>
  expect(await findViolations(page, { ...(prepare && { prepare }) }), state).toEqual([]);

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // Or going back over the dialog's entry would undo a navigation.
  await expect.poll(() => page.evaluate(() => JSON.stringify(history.state))).not.toContain('"dialogs"');
}

async function checkShell(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Welcome to the product' }).waitFor();
  const account = page.getByRole('button', { name: 'admin@studio.example' });
  await account.click();
  await page.getByRole('link', { name: 'Admin Portal' }).waitFor();
  await check(page, 'home with the account menu, under alerts');
  await account.click();
  await page.keyboard.press('Control+k');
  await page.getByRole('option').first().waitFor();
  await check(page, 'the palette');
  await closeDialog(page);
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  await check(page, 'the keyboard shortcuts');
  await closeDialog(page);
}

async function checkDirectory(page: Page): Promise<void> {
  await navigate(page, DIRECTORY_PAGE);
  await findRow(page, 'guest@').waitFor();
  await check(page, 'the user directory under a toast', async () => {
    await pressAdd(page);
    await toast(page, 'Error').waitFor();
  });
  for (const action of ['Revoke guest@', 'Invite guest@', 'Monthly limit of stray@']) {
    await page.getByRole('button', { name: new RegExp(`^${action}elsewhere\\.example`) }).click();
    await page.getByRole('dialog').waitFor();
    await check(page, `the dialog of ${action}`);
    await closeDialog(page);
  }
}

/** From nothing, through errors, to all numbers. */
async function checkStatus(page: Page): Promise<void> {
  await navigate(page, status.API_PAGE);
  await status.findRegion(page, 'Queues').waitFor();
  await status.findSpend(page).getByText('Could not be loaded').waitFor();
  await check(page, 'no statistics and no spend');

  await status.answerWithStatus(page, createProblemStatus());
  await page.clock.runFor(60_000);
  await status.findSpend(page).getByText('$84.21 of $120.50 this month').waitFor();
  await page.getByRole('button', { name: 'Show 1 more alert' }).click();
  expect(await findAlert(page, '').count()).toBe(ALERTS.length);
  await check(page, 'problem keys, a chart, and all alerts');

  for (const title of ['Calls in the last 24 hours', 'Spend by day'])
    await page.getByRole('region', { name: title }).getByRole('button', { name: 'Show as table' }).click();
  await status.answerWithStatus(page, createProblemStatus(), createSpend({ budget: 84 }));
  await page.clock.runFor(60_000);
  await status.findSpend(page).getByText('Budget used up').waitFor();
  await answerWith(page, status.STATUS_CALL, { status: 503 });
  await page.clock.runFor(5000);
  await page.getByText(/^Refresh failed\. These numbers are from /).waitFor();
  await check(page, 'a table of hours and outdated numbers');
  await page.getByRole('button', { name: 'Replace keys for OpenAI' }).click();
  await page.getByRole('dialog').waitFor();
  await check(page, 'how to replace keys');
  await closeDialog(page);

  await navigate(page, status.SPEND_PAGE);
  await page.getByRole('meter').waitFor();
  await check(page, 'the spend of a month');
}

async function checkStorage(page: Page): Promise<void> {
  const refresh = () => page.clock.runFor(30_000);
  storage.status = 503;
  await navigate(page, storagePage.STORAGE_PAGE);
  const again = page.getByRole('main').getByRole('button', { name: 'Try again' });
  await again.waitFor();
  await check(page, 'no numbers of the storage');

  storage.status = 200;
  await again.click();
  await storagePage.findTiles(page).waitFor();
  storage.answer = { status: 503, json: {} };
  await storagePage.startCleanup(page);
  await page.getByText(/^Manual cleanup failed/).waitFor();
  await check(page, 'files, and a cleanup that failed');
  await storagePage.findButton(page).click();
  await storagePage.findQuestion(page).waitFor();
  await check(page, 'the question before a cleanup');
  await closeDialog(page);

  storage.stats = examples.createStorageStats({
    lastCleanup: examples.createSummary({ outcome: 'failed' }),
    running: examples.createProgress({
      stats: examples.createCleanupStats({ failed: 31, continuing: true }),
      waitsUntil: '2026-11-21T14:00:00.000Z',
    }),
  });
  await refresh();
  await page.getByRole('progressbar').waitFor();
  await check(page, 'a cleanup that waits');

  storage.stats = examples.createEmptyStats();
  await refresh();
  await page.getByRole('progressbar').waitFor({ state: 'detached' });
  storage.status = 503;
  await refresh();
  await page.getByText(/^Refresh failed\. These numbers are from/).waitFor();
  await check(page, 'an empty storage with old numbers');
}

async function checkSettings(page: Page): Promise<void> {
  await navigate(page, settings.SETTINGS_PAGE);
  await settings.findBanner(page).waitFor();
  await page.getByRole('button', { name: 'Add price' }).click();
  await settings.findPrice(page, 1).getByRole('textbox', { name: 'Price' }).fill('free');
  await settings.findSave(page, 'Prices').click();
  await settings
    .findPrice(page, 1)
    .getByText(/^Enter a price/)
    .waitFor();
  await settings.openModel(page, 'grok');
  await check(page, 'settings with an error and a problem');
}

const failure = createFailedWork({
  batchName: 'A-very-long-name-without-a-space-that-a-phone-cannot-show-in-one-line-of-text',
});

/** Also fits any screen. */
async function checkFailedWork(page: Page): Promise<void> {
  await navigate(page, '/admin/failed-work');
  await page.getByText('2 open', { exact: true }).waitFor();
  await check(page, 'failed work');
  const before = page.viewportSize() ?? DESKTOP;
  for (const width of [360, 1280, 2560]) {
    await page.setViewportSize({ width, height: 800 });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(width);
  }
  await page.setViewportSize(before);
}

test('the pages of admins have no axe violations with any dialog, error or number', async () => {
  const studio = await readStudioSettings();
  await withPage(
    async (page) => {
      await checkShell(page);
      await checkDirectory(page);
      await checkStatus(page);
      await checkStorage(page);
      await checkFailedWork(page);
      await checkSettings(page);
    },
    {
      as: 'admin',
      arrange: async (page) => {
        await options.arrange?.(page);
        await page.clock.setSystemTime(NOON);
        await answerWithUsers(page, users);
        await status.answerWithStatus(page, createEmptyStatus());
        await answerWith(page, `${listFailedWork.path}*`, {
          json: {
            entries: [failure, { ...failure, id: 'b2~not-deleted', kind: 'not-deleted' }],
            next: null,
            total: 2,
          },
        });
        await answerWith(page, status.SPEND_CALL, { status: 503 });
        await answerWith(page, listAlerts.path, { json: { alerts: ALERTS } });
        await answerWith(page, settings.SETTINGS_CALL, {
          json: { ...studio, problems: [settings.createProblem()] },
        });
      },
      expectedErrors: [/503/],
    },
  );
});
