import { listAlerts } from '@portal/contracts/alerts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { answerWithStatus, API_PAGE, findSpend, SPEND_CALL, STATUS_CALL } from './api-management-page.ts';
import { ALERTS, findAlert } from '../support/alerts.ts';
import { withPage } from '../support/browser.ts';
import { findViolations } from '../support/find-violations.ts';
import { createEmptyStatus, createSpend, createProblemStatus, NOON } from './mock-status.ts';
import { answerWith } from '../support/routes.ts';

/** How much wider the page is than the viewport. */
const measureOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test('has no axe violations in any state, light or dark, and fits a phone', () =>
  withPage(
    async (page) => {
      const check = async (state: string) => {
        const violations = await findViolations(page, {
          prepare: async () => expect(await measureOverflow(page), state).toBeLessThanOrEqual(0),
        });
        expect(violations, state).toEqual([]);
      };
      await page.getByRole('meter').waitFor();
      await page.getByRole('region', { name: 'Queues' }).waitFor();
      await check('problem keys and a chart, and alerts');
      await page.getByRole('button', { name: 'Show 1 more alert' }).click();
      expect(await findAlert(page, '').count()).toBe(ALERTS.length);
      await page.setViewportSize({ width: 360, height: 740 });
      expect(await measureOverflow(page)).toBeLessThanOrEqual(0);

      await page.getByRole('button', { name: 'Show as table' }).click();
      await answerWithStatus(page, createProblemStatus(), createSpend({ budget: 84 }));
      await page.clock.runFor(60_000);
      await findSpend(page).getByText('Budget used up').waitFor();
      await answerWith(page, STATUS_CALL, { status: 503 });
      await page.clock.runFor(5000);
      await page.getByText(/^Refresh failed\. These numbers are from /).waitFor();
      await check('a table of hours and outdated numbers');

      await answerWithStatus(page, createEmptyStatus());
      await answerWith(page, SPEND_CALL, { status: 503 });
      await page.reload();
      await page.getByRole('region', { name: 'Queues' }).waitFor();
      await page.getByRole('alert').waitFor();
      await check('no statistics and no spend');
    },
    {
      as: 'admin',
      path: API_PAGE,
      arrange: async (page) => {
        await page.clock.install({ time: NOON });
        await answerWithStatus(page, createProblemStatus());
        await answerWith(page, listAlerts.path, { json: { alerts: ALERTS } });
      },
      expectedErrors: [/503/],
    },
  ));
