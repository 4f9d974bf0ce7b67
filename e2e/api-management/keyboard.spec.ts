import { checkKeys } from '@portal/contracts/api-status';
import { expect, test } from 'vitest';
import {
  answerWithStatus,
  API_PAGE,
  findCheck,
  findKeys,
  findRegion,
  findSpend,
} from './api-management-page.ts';
import { withPage } from '../support/browser.ts';
import { eventually } from '../support/generator-page.ts';
import { hasFocus, tabTo } from '../support/keyboard.ts';
import { download } from '../support/keyword-page.ts';
import { createKeys, createProblemStatus } from './mock-status.ts';
import { answerWith } from '../support/routes.ts';

test('exports a month’s CSV, checks keys and opens the chart’s table by keyboard', () =>
  withPage(
    async (page) => {
      const month = page.getByRole('combobox', { name: 'Month' });
      const chosen = await month.innerText();
      await tabTo(page, month);
      await page.keyboard.press('ArrowDown');
      await page.getByRole('option', { name: chosen }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await eventually(() => hasFocus(month)).toBe(true);
      expect(await month.innerText()).not.toBe(chosen);

      const csv = findSpend(page).getByRole('button', { name: 'Download CSV' });
      await tabTo(page, csv);
      expect((await download(page, () => page.keyboard.press('Enter'))).name).toMatch(
        /^spend-20\d\d-\d\d\.csv$/,
      );

      await tabTo(page, findCheck(page, 'google'));
      await page.keyboard.press('Enter');
      const keys = findKeys(page, 'google');
      await keys.getByText('Healthy', { exact: true }).waitFor();
      expect(await hasFocus(keys.getByText('Healthy', { exact: true }).locator('..'))).toBe(true);

      await tabTo(page, page.getByRole('button', { name: 'Show as table' }));
      await page.keyboard.press('Enter');
      // Wide content scrolls on its own.
      await tabTo(page, findRegion(page, 'Calls by hour and provider'));
      await tabTo(page, findRegion(page, 'Request statistics by provider'));
    },
    {
      as: 'admin',
      path: API_PAGE,
      arrange: async (page) => {
        await answerWithStatus(page, createProblemStatus());
        await answerWith(page, checkKeys.path.replace('{provider}', 'google'), {
          json: createKeys('google'),
        });
      },
    },
  ));
