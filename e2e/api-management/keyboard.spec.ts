import { checkKeys } from '@portal/contracts/api-status';
import { createKeys, createProblemStatus, createRunning } from '@portal/contracts/examples/api-status';
import { listRunningBatches } from '@portal/contracts/running-batches';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  answerWithStatus,
  API_PAGE,
  findCheck,
  findKeys,
  findRegion,
  SPEND_PAGE,
} from './api-management-page.ts';
import { withPage } from '../support/browser.ts';
import { eventually } from '../support/generator-page.ts';
import { hasFocus, tabTo } from '../support/keyboard.ts';
import { download } from '../support/keyword-page.ts';
import { answerWith } from '../support/routes.ts';

/** Of the open page. */
async function expectToFit(page: Page): Promise<void> {
  for (const width of [360, 1280, 2560]) {
    await page.setViewportSize({ width, height: 800 });
    await eventually(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    );
  }
}

test('chooses a month and exports its CSV by keyboard, at any width', () =>
  withPage(
    async (page) => {
      const month = page.getByRole('combobox', { name: 'Month' });
      const chosen = await month.inputValue();
      await tabTo(page, month);
      await page.keyboard.press('ArrowDown');
      await eventually(() => month.inputValue()).not.toBe(chosen);
      expect(await hasFocus(month)).toBe(true);

      const csv = page.getByRole('button', { name: 'Download CSV' });
      await tabTo(page, csv);
      expect((await download(page, () => page.keyboard.press('Enter'))).name).toMatch(
        /^spend-20\d\d-\d\d\.csv$/,
      );
      await expectToFit(page);
    },
    {
      as: 'admin',
      path: SPEND_PAGE,
      arrange: (page) => answerWithStatus(page, createProblemStatus()),
    },
  ));

test('checks and replaces keys and opens the chart’s table by keyboard, at any width', () =>
  withPage(
    async (page) => {
      const replace = page.getByRole('button', { name: 'Replace keys for OpenAI' });
      await tabTo(page, replace);
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Replace OpenAI keys' }).waitFor();
      await page.keyboard.press('Escape');
      await eventually(() => hasFocus(replace)).toBe(true);

      await tabTo(page, findCheck(page, 'google'));
      await page.keyboard.press('Enter');
      const keys = findKeys(page, 'google');
      await keys.getByText('Healthy', { exact: true }).waitFor();
      expect(await hasFocus(keys.getByText('Healthy', { exact: true }).locator('..'))).toBe(true);

      const panel = findRegion(page, 'Calls in the last 24 hours');
      const { width = 0 } = (await panel.getByRole('img').boundingBox()) ?? {};
      await panel.getByRole('img').hover({ position: { x: width - 4, y: 60 } });
      await page.getByRole('tooltip', { name: /: OpenAI 10, Failed 20$/ }).waitFor();
      await tabTo(page, panel.getByRole('slider', { name: 'Hour' }));
      for (const key of ['ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
      await page.getByRole('tooltip', { name: /: OpenAI 946, Failed 4$/ }).waitFor();
      await page.keyboard.press('Shift+Tab');
      expect(await hasFocus(panel.getByRole('button', { name: 'Show as table' }))).toBe(true);
      await page.keyboard.press('Enter');
      // Wide content scrolls on its own.
      await tabTo(page, findRegion(page, 'Calls by hour and provider'));
      await tabTo(page, findRegion(page, 'Request statistics by provider'));

      await findRegion(page, 'Running now').getByText('Showing the newest 100 batches.').waitFor();
      await expectToFit(page);
    },
    {
      as: 'admin',
      path: API_PAGE,
      arrange: async (page) => {
        await answerWithStatus(page, createProblemStatus());
        const batches = [createRunning(), createRunning({ id: 'b2', name: 'Portraits', ownerEmail: null })];
        await answerWith(page, listRunningBatches.path, { json: { batches, hasMore: true } });
        await answerWith(page, checkKeys.path.replace('{provider}', 'google'), {
          json: createKeys('google'),
        });
      },
    },
  ));
