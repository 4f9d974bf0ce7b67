import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  answerWithStatus,
  API_PAGE,
  findRegion,
  findSpend,
  readFacts,
  SPEND_CALL,
  STATUS_CALL,
} from './api-management-page.ts';
import { withPage } from '../support/browser.ts';
import { eventually } from '../support/generator-page.ts';
import { createEmptyStatus, createStats, createStatus } from './mock-status.ts';
import {
  countWhenIdle,
  EIGHT,
  expectInterval,
  advance,
  setVisibility,
  pauseClock,
} from '../support/polled-history.ts';
import { answerWith } from '../support/routes.ts';

const asAdmin = { as: 'admin', path: API_PAGE } as const;

test('reads the status every 5 s while visible, and marks outdated numbers [P2.47, P7.6, P9.19]', () => {
  const server = { totalRequests: 100, requests: 0, isDown: false };
  /** Responses render with the next tick. */
  const waitForRequests = (page: Page, totalRequests: string) =>
    eventually(async () => {
      await page.clock.runFor(1);
      return (await readFacts(findRegion(page, 'System overview')))['Total Requests'];
    }).toBe(totalRequests);

  return withPage(
    async (page) => {
      await findRegion(page, 'System overview').waitFor();
      await pauseClock(page);
      await expectInterval(page, 5000, () => server.requests);

      server.totalRequests = 101;
      await advance(page, 5000);
      await waitForRequests(page, '101');

      server.isDown = true;
      server.totalRequests = 102;
      const note = page.getByText(/^Refresh failed\. These numbers are from \d+:\d+\s[AP]M\. Retrying\.$/);
      expect(await note.count()).toBe(0);
      await advance(page, 5000);
      await eventually(async () => {
        await page.clock.runFor(1);
        return note.count();
      }).toBe(1);
      await waitForRequests(page, '101');
      expect(await page.getByRole('alert').count()).toBe(0);
      server.isDown = false;
      await advance(page, 5000);
      await waitForRequests(page, '102');
      expect(await note.count()).toBe(0);

      await setVisibility(page, 'hidden');
      await advance(page, 5000);
      const hidden = await countWhenIdle(() => server.requests);
      await advance(page, 60_000);
      expect(server.requests).toBe(hidden);
      server.totalRequests = 103;
      await setVisibility(page, 'visible');
      await waitForRequests(page, '103');
    },
    {
      ...asAdmin,
      arrange: async (page) => {
        await page.clock.install({ time: EIGHT });
        await answerWithStatus(page, createStatus());
        await page.route(STATUS_CALL, (route) => {
          server.requests += 1;
          const { totalRequests } = server;
          return server.isDown
            ? route.fulfill({ status: 503 })
            : route.fulfill({ json: { data: createStatus({ stats: createStats({ totalRequests }) }) } });
        });
      },
      expectedErrors: [/503/],
    },
  );
});

test('status and spend fail and reload independently [P7.6]', () =>
  withPage(
    async (page) => {
      const alert = page.getByRole('alert');
      await alert.getByText('The API status could not be loaded', { exact: true }).waitFor();
      await alert
        .getByText('Server temporarily unavailable. Please try again later.', { exact: true })
        .waitFor();
      await findSpend(page).getByText('of $120.50', { exact: true }).waitFor();
      expect(await page.getByText('No statistics available').count()).toBe(0);

      await answerWithStatus(page, createEmptyStatus());
      await alert.getByRole('button', { name: 'Try again' }).click();
      await page.getByText('No statistics available', { exact: true }).waitFor();
      expect(await alert.count()).toBe(0);

      await answerWith(page, SPEND_CALL, { status: 403 });
      await page.reload();
      await alert.getByText('Spend could not be loaded', { exact: true }).waitFor();
      await alert.getByText('Access denied. Please check your permissions.', { exact: true }).waitFor();
      await page.getByText('No statistics available', { exact: true }).waitFor();
      expect(await page.getByRole('button', { name: 'Download CSV' }).isDisabled()).toBe(true);
      await answerWithStatus(page, createEmptyStatus());
      await alert.getByRole('button', { name: 'Try again' }).click();
      await findSpend(page).getByText('of $120.50', { exact: true }).waitFor();
      expect(await alert.count()).toBe(0);
    },
    {
      ...asAdmin,
      arrange: async (page) => {
        await answerWithStatus(page, createStatus());
        await answerWith(page, STATUS_CALL, { status: 500 });
      },
      expectedErrors: [/500|403/],
    },
  ));
