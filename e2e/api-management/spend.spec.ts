import { getSpend } from '@portal/contracts/spend';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { answerWithStatus, API_PAGE, findSpend, readBars, SPEND_CALL } from './api-management-page.ts';
import { withPage } from '../support/browser.ts';
import { chooseOption } from '../support/directory.ts';
import { download } from '../support/keyword-page.ts';
import { createEmptyStatus, createSpend, FORMULA_EMAIL, NOON } from './mock-status.ts';
import { hold } from '../support/routes.ts';

const people = Array.from({ length: 11 }, (_, index) => ({
  uid: `uid-${index}`,
  email: `person-${index}@studio.example`,
  dollars: 11 - index,
}));

/** Marks the other months by their share of the budget. */
const MONTHS = {
  '2026-10': createSpend({
    month: '2026-10',
    dollars: 66,
    reserved: 0.25,
    budget: 66,
    byTool: [],
    byPerson: people,
  }),
  '2026-09': createSpend({ month: '2026-09', dollars: 0, budget: null, byTool: [], byPerson: [] }),
};

const serveMonths = async (page: Page) => {
  await page.clock.setFixedTime(NOON);
  await answerWithStatus(page, createEmptyStatus());
  for (const [month, spend] of Object.entries(MONTHS))
    await page.route(getSpend.path.replace('{month}', month), (route) => route.fulfill({ json: spend }));
};

test('shows and exports spend by tool and person for twelve months [D-media.10, D-media.11]', () => {
  const asked: string[] = [];
  return withPage(
    async (page) => {
      const spend = findSpend(page);
      const meter = spend.getByRole('meter', { name: 'Budget used' });
      for (const text of ['$84.21', 'of $120.50', '70% used'])
        await spend.getByText(text, { exact: true }).waitFor();
      expect(await meter.getAttribute('aria-valuenow')).toBe('70');
      expect(await spend.getByText('calls in progress').count()).toBe(0);
      expect(await readBars(page, 'Spend by tool')).toEqual([
        ['Bulk Image Generator', '$60.20 of about $64.00'],
        ['Stylizer', '$24.00'],
        ['Keyword Generator', '$0.0056 of about $0.005'],
      ]);
      expect(await readBars(page, 'Spend by person')).toEqual([
        ['ada@studio.example', '$70.00'],
        ['Deleted account', '$14.20'],
        [FORMULA_EMAIL, '$0.0056'],
      ]);

      // The export needs no request, and escapes formulas.
      const csv = page.getByRole('button', { name: 'Download CSV' });
      const before = asked.length;
      const { name, bytes } = await download(page, () => csv.click());
      expect(asked).toHaveLength(before);
      expect(name).toBe('spend-2026-11.csv');
      const text = bytes.toString('utf8');
      expect(text.startsWith('\ufeff')).toBe(true);
      expect(parse(text, { bom: true, record_delimiter: '\r\n' })).toEqual([
        ['Month', 'By', 'Name', 'Account', 'Dollars'],
        ['2026-11', 'Tool', 'Bulk Image Generator', '', '60.2000'],
        ['2026-11', 'Tool', 'Stylizer', '', '24.0000'],
        ['2026-11', 'Tool', 'Keyword Generator', '', '0.0056'],
        ['2026-11', 'Person', 'ada@studio.example', 'ada', '70.0000'],
        ['2026-11', 'Person', 'Deleted account', 'gone', '14.2000'],
        ['2026-11', 'Person', `'${FORMULA_EMAIL}`, 'formula', '0.0056'],
        ['2026-11', 'Total', '', '', '84.2056'],
      ]);

      await page.getByRole('combobox', { name: 'Month' }).click();
      const months = await page.getByRole('option').allInnerTexts();
      expect(months).toHaveLength(12);
      expect([months.at(0), months.at(-1)]).toEqual(['November 2026', 'December 2025']);
      await page.keyboard.press('Escape');

      const october = hold('**/2026-10');
      await october.arrange(page);
      await chooseOption(page, 'Month', 'October 2026');
      // The page still shows the previous month, whose CSV would get the wrong name.
      expect(await csv.isDisabled()).toBe(true);
      october.release();
      await spend.getByText('Budget used up', { exact: true }).waitFor();
      await spend.getByText('Up to $0.25 more for calls in progress', { exact: true }).waitFor();
      expect(await csv.isEnabled()).toBe(true);
      expect((await download(page, () => csv.click())).name).toBe('spend-2026-10.csv');
      expect(await meter.getAttribute('aria-valuenow')).toBe('100');
      expect(await readBars(page, 'Spend by person')).toHaveLength(8);
      await spend.getByRole('button', { name: 'Show all 11' }).click();
      expect(await readBars(page, 'Spend by person')).toHaveLength(11);

      await chooseOption(page, 'Month', 'September 2026');
      await spend.getByText('No spend in September 2026.', { exact: true }).waitFor();
      await spend.getByText('spent, no budget set', { exact: true }).waitFor();
      expect(await meter.count()).toBe(0);
    },
    {
      as: 'admin',
      path: API_PAGE,
      arrange: async (page) => {
        await serveMonths(page);
        page.on('request', (request) => {
          if (request.url().includes(SPEND_CALL.slice(0, -1))) asked.push(request.url());
        });
      },
    },
  );
});
