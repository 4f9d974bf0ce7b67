/** Export for agencies: the dialog of the Library and of the Keyword Generator. */
import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { writeLargePhotograph } from '../support/exports.ts';
import { findViolations } from '../support/find-violations.ts';
import * as generator from '../support/generator.ts';
import { chooseExport, KEYWORD_PAGE } from '../support/keyword-page.ts';
import { findCard, openOptions } from '../support/generator-page.ts';
import { DESKTOP, PHONE } from '../support/launch-browser.ts';
import { navigate } from '../support/navigate.ts';
import { readZip } from '../support/read-zip.ts';
import { setLatency } from '../support/sandbox.ts';

let artist: Account;
let photograph: { id: string };
beforeAll(async () => {
  await setLatency(0);
  artist = await signIn(newEmail());
  photograph = await writeLargePhotograph(artist);
  const request = generator.makeRequest('stability', { prompt: generator.makePrompt('foxes'), quantity: 2 });
  await generator.waitForBatch(artist, await generator.startBatch(artist, request));
});

const pictures = (page: Page) =>
  page.getByRole('group', { name: 'Pictures' }).locator('button[aria-pressed]');
const findDialog = (page: Page) => page.getByRole('dialog', { name: 'Export for agency' });
const choose = (page: Page, agency: string) =>
  findDialog(page).getByRole('radio', { name: agency, exact: false }).check({ force: true });

async function openFromLibrary(page: Page) {
  await pictures(page).first().waitFor();
  await pictures(page).first().focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page
    .getByRole('toolbar', { name: 'Selected pictures' })
    .getByRole('button', { name: 'Export for agency…' })
    .click();
  return findDialog(page);
}

test('exports a ZIP, one picture, what is too small, and a batch of keywords', () =>
  withPage(
    async (page) => {
      await downloadZip(page);
      await downloadForTwo(page);
      await page.reload();
      const dialog = await openFromLibrary(page);
      await expect.poll(() => dialog.getByRole('radio', { name: 'Adobe Stock' }).isChecked()).toBe(true);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
      await downloadOne(page);
      await sendToUpscale(page);
      await exportKeywords(page);
    },
    { path: '/library', as: artist },
  ));

/** Of what an agency accepts. Its names are those of the CSV. */
async function downloadZip(page: Page) {
  const dialog = await openFromLibrary(page);
  await choose(page, 'Shutterstock');
  await dialog.getByText('1 of 3 pictures is ready for Shutterstock.').waitFor();
  await dialog
    .getByRole('alert')
    .getByText('Shutterstock does not accept pictures that AI made or changed. 2 pictures are left out.')
    .waitFor();
  expect(await findViolations(page)).toEqual([]);

  await choose(page, 'Adobe Stock');
  await dialog.getByText('1 of 3 pictures is ready for Adobe Stock.').waitFor();
  await dialog.getByText('Select “Created using generative AI tools” at Adobe Stock.').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download ZIP' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('adobe-stock_1_picture.zip');
  const files = await readZip(await readFile(await download.path()));
  const csv = files.find(({ name }) => name === 'adobe_stock.csv');
  const rows: Record<string, string>[] = parse(csv?.bytes ?? '', { bom: true, columns: true });
  expect(rows.map(({ Filename }) => Filename)).toEqual(
    files.map(({ name }) => name).filter((name) => name.endsWith('.jpg')),
  );
}

/** One after another, each under its own name. */
async function downloadForTwo(page: Page) {
  const dialog = findDialog(page);
  await dialog
    .getByRole('group', { name: 'Also export for' })
    .getByRole('checkbox', { name: /^Own/ })
    .check();
  const names: string[] = [];
  page.on('download', (download) => names.push(download.suggestedFilename()));
  await dialog.getByRole('button', { name: 'Download 2 ZIPs' }).click();
  await expect.poll(() => names).toEqual(['adobe-stock_1_picture.zip', 'studio_3_pictures.zip']);
  expect(await findViolations(page)).toEqual([]);
}

/** From the viewer, with its texts and under its name in the ZIP. */
async function downloadOne(page: Page) {
  const search = page.getByRole('searchbox', { name: 'Search pictures' });
  await search.fill('photograph');
  await expect.poll(() => pictures(page).count()).toBe(1);
  await pictures(page).first().dblclick();
  const viewer = page.getByRole('dialog');
  await viewer.waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('d')]);
  expect(download.suggestedFilename()).toMatch(/^[a-z0-9-]+\.jpg$/);
  expect((await readFile(await download.path())).toString('latin1')).toContain('dc:title');
  await page.keyboard.press('Escape');
  await viewer.waitFor({ state: 'detached' });
  await search.fill('');
  await expect.poll(() => pictures(page).count()).toBe(3);
}

/** With the scale that is needed, on a phone. */
async function sendToUpscale(page: Page) {
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dialog = await openFromLibrary(page);
  await choose(page, 'Adobe Stock');
  const upscale = dialog.getByRole('button', { name: /^[24]x upscale: Free$/ });
  await upscale.waitFor();
  const scale = (await upscale.textContent())?.slice(0, 2) ?? '';
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  expect(await findViolations(page)).toEqual([]);
  await upscale.click();
  await page.waitForURL('**/tools/upscale-enhancement');
  await openOptions(page);
  await expect.poll(() => page.getByRole('radio', { name: scale, exact: true }).isChecked()).toBe(true);
  await page.getByText(/^Upscales 2 images to [24]x/).waitFor();
}

/** What its agency asks for is shown. */
async function exportKeywords(page: Page) {
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ colorScheme: 'light' });
  await navigate(page, KEYWORD_PAGE);
  await chooseExport(page, findCard(page, photograph.id), 'Export for agency…');
  const dialog = findDialog(page);
  await choose(page, 'Depositphotos');
  await dialog.getByText(/1 picture is ready for Depositphotos\./).waitFor();
  await dialog.getByText('What Depositphotos asks for').click();
  await dialog.getByText('Depositphotos declines pictures that were enlarged.').waitFor();
  expect(await dialog.getByText('not confirmed').count()).toBeGreaterThan(2);
  const facts = dialog.locator('dl > div');
  const confirmed = facts.filter({ hasText: 'AI pictures' }).filter({ hasNotText: 'not confirmed' });
  expect(await confirmed.count()).toBe(1);
  await dialog.getByRole('link', { name: 'help.depositphotos.com' }).first().waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}
