import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { answerWithStatus, API_PAGE, findSpend, SPEND_CALL, STATUS_CALL } from './api-management-page.ts';
import { withPage } from '../support/browser.ts';
import { findViolations } from '../support/find-violations.ts';
import { createEmptyStatus, createSpend, createProblemStatus, NOON } from './mock-status.ts';
import { answerWith } from '../support/routes.ts';

interface State {
  arrange: (page: Page) => Promise<unknown>;
  reach: (page: Page) => Promise<unknown>;
}

const STATES: Record<string, State> = {
  'problem keys and a chart': {
    arrange: (page) => answerWithStatus(page, createProblemStatus()),
    reach: (page) => page.getByRole('meter').waitFor(),
  },
  'a table of hours and outdated numbers': {
    arrange: (page) => answerWithStatus(page, createProblemStatus(), createSpend({ budget: 84 })),
    async reach(page) {
      await page.getByRole('button', { name: 'Show as table' }).click();
      await findSpend(page).getByText('Budget used up').waitFor();
      await answerWith(page, STATUS_CALL, { status: 503 });
      await page.getByText(/^Refresh failed\. These numbers are from /).waitFor();
    },
  },
  'no statistics and no spend': {
    async arrange(page) {
      await answerWithStatus(page, createEmptyStatus());
      await answerWith(page, SPEND_CALL, { status: 503 });
    },
    reach: (page) => page.getByRole('alert').waitFor(),
  },
};

/** How much wider the page is than the viewport. */
const measureOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test.each(Object.entries(STATES))(
  '$0 has no axe violations, light or dark, and fits a phone',
  (_name, { arrange, reach }) =>
    withPage(
      async (page) => {
        await page.getByRole('region', { name: 'Queues' }).waitFor();
        await reach(page);
        const violations = await findViolations(page, {
          prepare: async () => expect(await measureOverflow(page)).toBeLessThanOrEqual(0),
        });
        expect(violations).toEqual([]);
      },
      {
        as: 'admin',
        path: API_PAGE,
        arrange: async (page) => {
          await page.clock.setFixedTime(NOON);
          await arrange(page);
        },
        expectedErrors: [/503/],
      },
    ),
);
