import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { eventually, findCard } from '../support/generator-page.ts';
import {
  answerEdits,
  answerWithBatches,
  chooseExport,
  createKeywordBatch,
  download,
  findAction,
  KEYWORD_PAGE,
} from '../support/keyword-page.ts';

const named = createKeywordBatch(Array.from({ length: 12 }, () => 'completed' as const));
for (const result of named.results)
  result.seo_image_title = `Red kite over hill number ${result.index} in the evening wind`;

const flawed = createKeywordBatch(['completed', 'completed', 'completed']);
const TEXTS = [
  { seo_image_title: 'A hill, a kite', category: null },
  { seo_image_title: 'Kites & hills', category: null },
  { seo_image_title: 'A red kite', category: 1 },
];
for (const [index, result] of flawed.results.entries()) Object.assign(result, TEXTS[index]);

test("fixes agency issues with undo; exports with Adobe's limit of names", () =>
  withPage(
    async (page) => {
      await fixIssues(page);
      await exportShortNames(page);
    },
    {
      as: 'artist',
      path: KEYWORD_PAGE,
      arrange: async (page) => {
        await answerWithBatches(page, [named, flawed]);
        await answerEdits(page, flawed);
        await page.route(/\/download-zip/, (route) => route.fulfill({ status: 404, json: {} }));
      },
      expectedErrors: [/404/],
    },
  ));

const mixed = createKeywordBatch(['completed', 'completed']);
const onlyAi = createKeywordBatch(['completed']);
for (const { results } of [mixed, onlyAi]) Object.assign(results[0] ?? {}, { isMadeByAi: true });
const REFUSED = 'Shutterstock does not accept pictures that AI made or changed. The CSV leaves it out.';

test('leaves pictures of AI out for Shutterstock, and says what Adobe Stock asks for', () =>
  withPage(
    async (page) => {
      await chooseExport(page, findCard(page, mixed.id), 'Shutterstock CSV');
      const shutterstock = page.getByRole('dialog', { name: 'Shutterstock CSV' });
      await shutterstock.getByText('Shutterstock may reject 1 of 2 images.').waitFor();
      await shutterstock.getByText(REFUSED).waitFor();
      const { bytes } = await download(page, () =>
        shutterstock.getByRole('button', { name: 'Download anyway' }).click(),
      );
      const rows: string[][] = parse(bytes.toString('utf8'), { bom: true });
      expect(rows.slice(1).map(([name]) => name)).toEqual(['red-kite-2-over-a-hill.jpg']);

      await chooseExport(page, findCard(page, onlyAi.id), 'Shutterstock CSV');
      await shutterstock.getByText(REFUSED).waitFor();
      expect(await shutterstock.getByRole('button', { name: 'Download anyway' }).isDisabled()).toBe(true);
      await page.keyboard.press('Escape');
      await shutterstock.waitFor({ state: 'detached' });

      await chooseExport(page, findCard(page, onlyAi.id), 'Adobe Stock CSV');
      await page
        .getByRole('dialog', { name: 'Adobe Stock CSV' })
        .getByText('AI made or changed 1 image. Select “Created using generative AI tools” at Adobe Stock.')
        .waitFor();
    },
    {
      as: 'artist',
      path: KEYWORD_PAGE,
      arrange: (page) => answerWithBatches(page, [mixed, onlyAi]),
    },
  ));

/** One by one, or all at once. */
async function fixIssues(page: Page) {
  await chooseExport(page, findCard(page, flawed.id), 'Adobe Stock CSV');
  const dialog = page.getByRole('dialog', { name: 'Adobe Stock CSV' });
  const items = dialog.getByRole('list', { name: 'Problems' }).locator('> li');
  await dialog.getByText('Adobe Stock may reject 2 of 3 images.').waitFor();
  await items.first().getByRole('button', { name: 'Fix' }).click();
  await items.first().getByText('Title contains a comma.').waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Fix 1 image' }).click();
  await items.nth(1).getByText('Title contains special characters: &').waitFor({ state: 'detached' });
  await dialog.getByRole('combobox', { name: 'Set missing categories' }).selectOption('Animals');
  await dialog.getByText('No problems found for Adobe Stock.').waitFor();
  await dialog.getByRole('button', { name: 'Undo', exact: true }).click();
  await dialog.getByText('Adobe Stock may reject 2 of 3 images.').waitFor();
  expect(await items.allInnerTexts()).toEqual([
    expect.stringMatching(/^a-hill-a-kite\.jpg\s+Category is missing\.$/),
    expect.stringMatching(/^kites-and-hills\.jpg\s+Category is missing\.$/),
  ]);
  // The button that had the focus is gone, and MUI returns it to the dialog only after a while.
  await eventually(async () => {
    await page.keyboard.press('Escape');
    return dialog.count();
  }).toBe(0);
}

/** The ZIP follows the CSV. */
async function exportShortNames(page: Page) {
  const card = findCard(page, named.id);
  await card.waitFor();
  await chooseExport(page, card, 'Adobe Stock CSV');
  const dialog = page.getByRole('dialog', { name: 'Adobe Stock CSV' });
  await dialog.getByText('No problems found for Adobe Stock.').waitFor();
  await dialog.getByRole('checkbox', { name: 'Short file names in CSV and ZIP', checked: true }).waitFor();
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
}
