/** From 100 prompts to files for two agencies, with a choice that a reload and Back do not lose. */
import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Download, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { makePrompt } from '../support/generator.ts';
import { NEW_JOB_PAGE, openSteps } from '../support/job-pages.ts';
import { readZip } from '../support/read-zip.ts';
import { countByProvider, reuseDrawings, setLatency } from '../support/sandbox.ts';
import { resetTools, setTool } from '../support/tool-cases.ts';

const PROMPTS = 100;
const IN_GALLERY = 20;
const IN_VIEWER = 10;
const CHOSEN = IN_GALLERY + IN_VIEWER;
/** Of each part: CI machines are slow. */
const PATIENCE = { timeout: 600_000 };

beforeAll(async () => {
  await setLatency(0);
  await setTool('upscaleEngine', 'cloudinary');
  // Drawing and enlarging take most of the time.
  await reuseDrawings(1, { sharesPrompts: true });
});
afterAll(async () => {
  await reuseDrawings(null);
  await resetTools();
});

const findPrompts = (page: Page) => page.getByRole('textbox', { name: 'Prompts' });
const findCell = (page: Page, row: number) => page.locator(`#job-picture-${row}-0`);
const findBar = (page: Page) => page.getByRole('toolbar', { name: 'Selected pictures' });
const waitForChosen = (page: Page) => findBar(page).getByText(`${CHOSEN} selected`).waitFor();

test('100 prompts, 30 pictures chosen over a reload and Back, exported for two agencies', async () => {
  const artist = await signIn(newEmail());
  const before = await countByProvider();
  await withPage(
    async (page) => {
      await startJob(page);
      await choosePictures(page);
      await page.reload();
      await waitForChosen(page);
      await page.getByRole('link', { name: 'All jobs' }).click();
      await page.waitForURL(/\/jobs$/);
      await page.goBack();
      await waitForChosen(page);
      await findBar(page)
        .getByRole('button', { name: `Continue with ${CHOSEN} pictures` })
        .click();
      await page.getByRole('main').getByText('Done', { exact: true }).waitFor(PATIENCE);
      await exportPictures(page);
    },
    { path: NEW_JOB_PAGE, as: artist },
  );
  const after = await countByProvider();
  expect(after.xai.paid - before.xai.paid).toBe(PROMPTS);
});

async function startJob(page: Page) {
  const mark = makePrompt('day');
  const prompts = Array.from({ length: PROMPTS }, (_, index) => `A red fox, number ${index + 1}, ${mark}`);
  await openSteps(page);
  await findPrompts(page).fill(prompts.join('\n'));
  await page
    .getByRole('form', { name: 'Model', exact: true })
    .getByRole('radiogroup', { name: 'Provider', exact: true })
    .getByRole('radio', { name: 'Grok', exact: true })
    .check();
  for (const name of ['Upscale', 'Keywords', 'Choose which pictures continue'])
    await page.getByRole('switch', { name }).check();
  await page.getByRole('combobox', { name: 'Export for' }).selectOption('adobe-stock');
  await page.getByRole('button', { name: new RegExp(`^Make ${PROMPTS} pictures for about `) }).click();
  // It comes with the last picture.
  await page.getByRole('button', { name: 'Continue with none' }).waitFor(PATIENCE);
}

/** The first ones by clicks; the others by keys, each next to one that does not go on. */
async function choosePictures(page: Page) {
  for (let row = 0; row < IN_GALLERY; row++) await findCell(page, row).click();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const viewer = page.getByRole('dialog');
  await viewer.getByText(`${IN_GALLERY + 1} / ${PROMPTS}`).waitFor();
  for (let count = 0; count < IN_VIEWER; count++)
    for (const key of ['x', 'p']) await page.keyboard.press(key);
  await viewer.getByText(`${IN_GALLERY + 2 * IN_VIEWER + 1} / ${PROMPTS}`).waitFor();
  await page.keyboard.press('Escape');
  await viewer.waitFor({ state: 'detached' });
  await waitForChosen(page);
}

async function exportPictures(page: Page) {
  await page.getByRole('button', { name: 'Export for Adobe Stock' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export for agency' });
  await dialog.getByText(`${CHOSEN} of ${CHOSEN} pictures are ready for Adobe Stock.`).waitFor();
  await dialog
    .getByRole('group', { name: 'Also export for' })
    .getByRole('checkbox', { name: `Own profile (${CHOSEN})` })
    .check();
  const downloads: Download[] = [];
  page.on('download', (download) => downloads.push(download));
  await dialog.getByRole('button', { name: 'Download 2 ZIPs' }).click();
  const readNames = () => downloads.map((download) => download.suggestedFilename());
  await expect
    .poll(readNames, PATIENCE)
    .toEqual([`adobe-stock_${CHOSEN}_pictures.zip`, `studio_${CHOSEN}_pictures.zip`]);
  for (const download of downloads) await expectPromisedFiles(download);
}

/** The pictures, the CSV that names each, and the report. */
async function expectPromisedFiles(download: Download) {
  const files = await readZip(await readFile(await download.path()));
  const pictures = files.filter(({ name }) => name.endsWith('.jpg'));
  expect(pictures).toHaveLength(CHOSEN);
  const others = files.filter((file) => !pictures.includes(file));
  expect(others.map(({ name }) => name)).toEqual([expect.stringMatching(/\.csv$/), 'report.txt']);
  const rows: Record<string, string>[] = parse(others[0]?.bytes ?? '', { bom: true, columns: true });
  expect(rows.map(({ Filename }) => Filename)).toEqual(pictures.map(({ name }) => name));
  expect(others[1]?.bytes.toString()).not.toContain('Left out');
}
