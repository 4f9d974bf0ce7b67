/** The Library page against the real portal. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { findViolations } from '../support/find-violations.ts';
import * as generator from '../support/generator.ts';
import { hasFocus } from '../support/keyboard.ts';
import { PHONE } from '../support/launch-browser.ts';
import { hold } from '../support/routes.ts';
import { setLatency } from '../support/sandbox.ts';

let artist: Account;
const prompts = { foxes: '', boats: '' };

/** Two batches: three foxes, and then two boats, which come first. */
beforeAll(async () => {
  await setLatency(0);
  artist = await signIn(newEmail());
  const start = async (name: 'foxes' | 'boats', provider: generator.ProviderName, quantity: number) => {
    prompts[name] = generator.makePrompt(name);
    const request = generator.makeRequest(provider, { prompt: prompts[name], quantity });
    await generator.waitForBatch(artist, await generator.startBatch(artist, request));
  };
  await start('foxes', 'xai', 3);
  await start('boats', 'stability', 2);
});

const pictures = (page: Page) =>
  page.getByRole('group', { name: 'Pictures' }).locator('button[aria-pressed]');
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected pictures' });
const readSelected = (page: Page): Promise<boolean[]> =>
  pictures(page).evaluateAll((all) => all.map((each) => each.ariaPressed === 'true'));
const expectSelected = (page: Page, ...selected: number[]) =>
  expect
    .poll(async () => (await readSelected(page)).flatMap((is, index) => (is ? [index] : [])))
    .toEqual(selected);

test('finds, stars, culls, selects and downloads; keeps filters over a reload', () =>
  withPage(
    async (page) => {
      await pictures(page).first().waitFor();
      const cell = (index: number) => pictures(page).nth(index);
      await page.getByRole('searchbox', { name: 'Search pictures' }).fill('foxes');
      await expect.poll(() => pictures(page).count()).toBe(3);
      await page.getByText('3 pictures found').waitFor();
      await page.waitForURL('**/library?q=foxes');
      await page.reload();
      await expect.poll(() => pictures(page).count()).toBe(3);

      expect(await findViolations(page)).toEqual([]);
      await cell(0).focus();
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => hasFocus(cell(1))).toBe(true);
      await page.keyboard.press('Space');
      await expectSelected(page, 1);
      await page.keyboard.press('s');
      // A check may have found something, which follows.
      await expect.poll(() => cell(1).getAttribute('aria-label')).toMatch(/, starred(,|$)/);

      await page.keyboard.press('Enter');
      const viewer = page.getByRole('dialog');
      await viewer.getByText('2 / 3').waitFor();
      await page.keyboard.press('x');
      await viewer.getByText('3 / 3').waitFor();
      await page.keyboard.press('p');
      await expect.poll(() => viewer.getByRole('button', { name: 'Remove star' }).count()).toBe(1);
      await page.goBack();
      await viewer.waitFor({ state: 'detached' });
      expect(new URL(page.url()).search).toBe('?q=foxes');
      const stars = page.getByText(/ starred, /);
      await expect.poll(() => stars.textContent()).toMatch(/^2 starred, expiring in (2 days 23 h|3 days)$/);

      await page.getByRole('button', { name: 'Starred', exact: true }).click();
      await expect.poll(() => pictures(page).count()).toBe(2);
      await page.reload();
      await expect.poll(() => pictures(page).count()).toBe(2);
      await page.getByRole('searchbox', { name: 'Search pictures' }).fill('nothing like this');
      await page.getByText('No pictures match').waitFor();
      await page.getByRole('button', { name: 'Clear', exact: true }).last().click();
      await expect.poll(() => pictures(page).count()).toBe(5);
      await cell(1).locator('[data-select-mark]').click();
      await cell(3).click({ modifiers: ['Shift'] });
      await expectSelected(page, 1, 2, 3);
      expect(await findViolations(page)).toEqual([]);
      await page.keyboard.press('ControlOrMeta+a');
      await expectSelected(page, 0, 1, 2, 3, 4);
      await page.keyboard.press('Escape');
      await expectSelected(page);
      await downloadZip(page);
    },
    { path: '/library', as: artist, colorScheme: 'dark' },
  ));

test('a press opens although its thumbnail arrives before the button is released', async () => {
  const { arrange, release } = hold('**/thumbnail');
  await withPage(
    async (page) => {
      const cell = pictures(page).first();
      await cell.hover();
      await page.mouse.down();
      expect(await cell.locator('img').count()).toBe(0);
      release();
      await cell.locator('img').waitFor();
      await page.mouse.up();
      await page.getByRole('dialog').waitFor();
    },
    { path: '/library', as: artist, arrange },
  );
});

/** Of a selection, and copies its prompts, on a phone. */
async function downloadZip(page: Page) {
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page
    .getByRole('button', { name: /^Select all of/ })
    .last()
    .click();
  await bar(page).getByText('3 selected', { exact: true }).waitFor();
  await bar(page).getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Copy prompts' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(prompts.foxes);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    bar(page).getByRole('button', { name: 'Download ZIP' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.zip$/);
  const box = await bar(page).boundingBox();
  const navigation = await page.getByRole('navigation', { name: 'Library' }).boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(navigation?.y ?? 0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  // A toast covers what is checked, until it ends.
  const closes = page.getByRole('region', { name: /Notification/ }).getByRole('button', { name: 'Close' });
  await expect.poll(() => closes.count()).toBe(0);
  expect(await findViolations(page)).toEqual([]);
}
