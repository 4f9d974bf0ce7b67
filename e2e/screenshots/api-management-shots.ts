import type { Page } from 'playwright-core';
import { answerWithStatus, API_PAGE, findSpend, SPEND_PAGE } from '../api-management/api-management-page.ts';
import {
  createEmptyStatus,
  createSpend,
  createStatus,
  createProblemStatus,
  type Status,
} from '@portal/contracts/examples/api-status';
import type { Shot } from './pages.ts';

const EMAILS = ['ada', 'arthur', 'beatrice.van-den-heuvel-castellanos', 'paula'];
const spend = createSpend({
  byPerson: EMAILS.map((name, index) => ({
    uid: name,
    email: `${name}@studio.example`,
    dollars: 48.2056 / 2 ** index,
  })),
});
const nothingSpent = createSpend({ dollars: 0, byTool: [], byPerson: [] });

const shot = (name: string, status: Status, prepare?: (page: Page) => Promise<unknown>): Shot => ({
  name: `api-management-${name}`,
  path: API_PAGE,
  as: 'admin',
  async prepare(page) {
    await answerWithStatus(page, status, status.stats ? spend : nothingSpent);
    await page.reload();
    await findSpend(page)
      .getByText(/ this month/)
      .waitFor();
    await prepare?.(page);
  },
});

export const API_MANAGEMENT_SHOTS: readonly Shot[] = [
  shot('empty', createEmptyStatus()),
  shot('healthy', createStatus()),
  shot('problems', createProblemStatus()),
  shot('calls', createProblemStatus(), (page) =>
    page
      .getByRole('region', { name: 'Calls in the last 24 hours' })
      .evaluate((panel) => scrollTo(0, panel.getBoundingClientRect().top + scrollY - 72)),
  ),
  shot('replace-keys', createProblemStatus(), async (page) => {
    await page.getByRole('button', { name: 'Replace keys for Google' }).click();
    await page.getByRole('dialog').waitFor();
  }),
  {
    name: 'spend',
    path: SPEND_PAGE,
    as: 'admin',
    async prepare(page) {
      await answerWithStatus(page, createStatus(), spend);
      await page.reload();
      await page.getByRole('meter').waitFor();
    },
  },
];
