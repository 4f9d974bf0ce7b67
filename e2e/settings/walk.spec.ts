import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { toast } from '../support/directory.ts';
import { eventually } from '../support/generator-page.ts';
import { hasFocus, tabTo } from '../support/keyboard.ts';
import { readStudioSettings, resetSettings } from '../support/settings.ts';
import { waitForCaches } from '../support/wait-for-caches.ts';
import { choose, findPrice, findSave, findSection, openModel, SETTINGS_PAGE } from './settings-page.ts';

beforeEach(resetSettings);
afterAll(async () => {
  await resetSettings();
  await waitForCaches();
});

const openSettings = async (page: Page) => {
  await page.getByRole('complementary').getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe(SETTINGS_PAGE);
};
const findDirectory = (page: Page) => page.getByRole('heading', { name: 'User Directory', level: 1 });

test('saves by keyboard, keeps what is saved, and asks before Back loses the rest', () =>
  withPage(
    async (page) => {
      await findDirectory(page).waitFor();
      await openSettings(page);
      const link = page.getByRole('link', { name: 'Show everyone’s limits' });
      // The accent of the theme.
      expect(await link.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(15, 110, 102)');
      await saveByKeyboard(page);

      await page.reload();
      await eventually(() => page.getByLabel('Dollars per month').inputValue()).toBe('250');
      expect(await findPrice(page, 1).getByRole('textbox', { name: 'Price' }).inputValue()).toBe('0.4');
      const model = await openModel(page, 'gpt-image-1');
      expect(await model.getByLabel('Model ID at the provider').inputValue()).toBe('gpt-image-3');

      await goBackWithChanges(page);
      await openSettings(page);
      await page.goBack();
      await findDirectory(page).waitFor();
    },
    { as: 'admin', path: '/admin' },
  ));

async function saveByKeyboard(page: Page): Promise<void> {
  await tabTo(page, page.getByRole('radiogroup', { name: 'Monthly limit' }).getByLabel('Default'));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await tabTo(page, page.getByLabel('Dollars per month'));
  await page.keyboard.type('250');
  await page.keyboard.press('Enter');
  await toast(page, 'Budget saved').waitFor();
  // The button is gone, so Tab continues in the form.
  await eventually(() => hasFocus(page.getByRole('form', { name: 'Budget' }))).toBe(true);

  await tabTo(page, page.getByRole('button', { name: 'Add price' }));
  await page.keyboard.press('Enter');
  const price = findPrice(page, 1);
  await eventually(() => hasFocus(price.getByLabel('Model'))).toBe(true);
  await tabTo(page, price.getByRole('textbox', { name: 'Price' }));
  await page.keyboard.type('0.4');
  await tabTo(page, findSave(page, 'Prices'));
  await page.keyboard.press('Enter');
  await toast(page, 'Prices saved').waitFor();
  await eventually(() => hasFocus(page.getByRole('form', { name: 'Prices' }))).toBe(true);

  const model = findSection(page, 'Models').getByRole('listitem').first();
  await tabTo(page, model.locator('summary'));
  await page.keyboard.press('Enter');
  await tabTo(page, model.getByLabel('Model ID at the provider'));
  await page.keyboard.type('gpt-image-3');
  await page.keyboard.press('Enter');
  await toast(page, 'Models saved').waitFor();
  expect(await readStudioSettings()).toMatchObject({
    budget: { settings: { monthlyDollars: 250 } },
    pricing: { settings: { models: [{ provider: 'openai', model: 'gpt-image-1', price: 0.4 }] } },
    models: { settings: { models: { 'gpt-image-1': { upstreamModel: 'gpt-image-3' } } } },
  });
}

/** Closing a dialog keeps the changes, and so does Back until the admin leaves. */
async function goBackWithChanges(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await choose(page, 'Stylizer', 'Google');
  await page.goBack();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe(SETTINGS_PAGE);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Go to' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Go to' }).waitFor({ state: 'detached' });
  const google = page.getByRole('radiogroup', { name: 'Stylizer' }).getByLabel('Google');
  expect(await google.isChecked()).toBe(true);
  // The dialog's entry is gone.
  await page.waitForFunction(() => !('dialogs' in history.state));
  await page.goBack();
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await findDirectory(page).waitFor();
}
