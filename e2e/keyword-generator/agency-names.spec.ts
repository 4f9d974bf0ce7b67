import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { findCard } from '../support/generator-page.ts';
import {
  answerWithBatches,
  chooseExport,
  createKeywordBatch,
  download,
  findAction,
  KEYWORD_PAGE,
} from '../support/keyword-page.ts';

const plain = createKeywordBatch(Array.from({ length: 12 }, () => 'completed' as const));
const batch = {
  ...plain,
  results: plain.results.map((result) => ({
    ...result,
    seo_image_title: `Red kite over hill number ${result.index} in the evening wind`,
  })),
};

test("the Adobe export starts with Adobe's name limit, and the ZIP follows", () =>
  withPage(
    async (page) => {
      const card = findCard(page, batch.id);
      await card.waitFor();
      await chooseExport(page, card, 'Adobe Stock CSV');
      const dialog = page.getByRole('dialog', { name: 'Adobe Stock CSV' });
      await dialog.getByText('No problems found for Adobe Stock.').waitFor();
      await dialog
        .getByRole('checkbox', { name: 'Short file names in CSV and ZIP', checked: true })
        .waitFor();
      const zipRequest = () => page.waitForRequest(/\/download-zip/);
      const [inDialog] = await Promise.all([
        zipRequest(),
        dialog.getByRole('button', { name: 'Download ZIP' }).click(),
      ]);
      expect(inDialog.url()).toMatch(/\/download-zip\/short$/);

      const { bytes } = await download(page, () =>
        dialog.getByRole('button', { name: 'Download', exact: true }).click(),
      );
      const rows: string[][] = parse(bytes.toString('utf8'), { bom: true });
      const names = rows.slice(1).map(([name]) => name);
      expect(names).toHaveLength(12);
      expect(new Set(names).size).toBe(12);
      for (const name of names) expect(name).toMatch(/^(?=.{1,30}$)red-kite-over-hill(-[a-z0-9]+)*\.jpg$/);
      await dialog.waitFor({ state: 'detached' });
      const [onCard] = await Promise.all([zipRequest(), findAction(card, 'Download ZIP').click()]);
      expect(onCard.url()).toMatch(/\/download-zip\/short$/);
    },
    {
      as: 'artist',
      path: KEYWORD_PAGE,
      arrange: async (page) => {
        await answerWithBatches(page, [batch]);
        await page.route(/\/download-zip/, (route) => route.fulfill({ status: 404, json: {} }));
      },
      expectedErrors: [/404/],
    },
  ));
