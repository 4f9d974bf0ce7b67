import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { findViolations } from '../support/find-violations.ts';
import { findBanner, findPrice, findSave, openModel, SETTINGS_PAGE } from './settings-page.ts';
import { resetSettings, writeSettings } from '../support/settings.ts';
import { waitForCaches } from '../support/wait-for-caches.ts';

beforeAll(async () => {
  await resetSettings();
  await writeSettings('models', { models: { imagen3: { price: '5' }, grok: { price: 0.05 } } });
});
afterAll(async () => {
  await resetSettings();
  await waitForCaches();
});

const measureOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test('has no axe violations, light or dark, and fits a phone', () =>
  withPage(
    async (page) => {
      await findBanner(page).waitFor();
      await page.getByRole('button', { name: 'Add price' }).click();
      await findPrice(page, 1).getByRole('textbox', { name: 'Price' }).fill('free');
      await findSave(page, 'Prices').click();
      await findPrice(page, 1)
        .getByText(/^Enter a price/)
        .waitFor();
      await openModel(page, 'grok');
      const violations = await findViolations(page, {
        prepare: async () => {
          await page.evaluate(() => scrollTo(0, 0));
          expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
        },
      });
      expect(violations).toEqual([]);
      await page.setViewportSize({ width: 360, height: 780 });
      expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    },
    { as: 'admin', path: SETTINGS_PAGE },
  ));
