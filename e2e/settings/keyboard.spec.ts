import { afterAll, beforeEach, expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { toast } from '../support/directory.ts';
import { eventually } from '../support/generator-page.ts';
import { hasFocus, tabTo } from '../support/keyboard.ts';
import { findPrice, findSave, findSection, SETTINGS_PAGE } from './settings-page.ts';
import { readStudioSettings, resetSettings } from '../support/settings.ts';
import { waitForCaches } from '../support/wait-for-caches.ts';

beforeEach(resetSettings);
afterAll(async () => {
  await resetSettings();
  await waitForCaches();
});

test('sets a budget, a price and a model by keyboard', () =>
  withPage(
    async (page) => {
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
    },
    { as: 'admin', path: SETTINGS_PAGE },
  ));
