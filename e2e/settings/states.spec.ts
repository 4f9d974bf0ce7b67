import type { SettingsProblem, StudioSettings } from '@portal/contracts/studio-settings';
import type { Page } from 'playwright-core';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { GENERIC_FAILURE, toast } from '../support/directory.ts';
import { eventually } from '../support/generator-page.ts';
import { hasFocus } from '../support/keyboard.ts';
import { answerWith, hold } from '../support/routes.ts';
import {
  choose,
  createProblem,
  findBanner,
  findPrice,
  findSave,
  findSection,
  openModel,
  SETTINGS_CALL,
  SETTINGS_PAGE,
} from './settings-page.ts';
import { readStudioSettings, resetSettings, saveSettings, writeSettings } from '../support/settings.ts';
import { waitForCaches } from '../support/wait-for-caches.ts';

const asAdmin = { as: 'admin', path: SETTINGS_PAGE } as const;

beforeEach(resetSettings);
afterAll(async () => {
  await resetSettings();
  await waitForCaches();
});

test('shows skeletons while loading', () => {
  const settings = hold(SETTINGS_CALL);
  return withPage(
    async (page) => {
      await page.getByRole('status', { name: 'Loading settings' }).waitFor();
      settings.release();
      await findSection(page, 'Models').waitFor();
      expect(await page.getByRole('status', { name: 'Loading settings' }).count()).toBe(0);
    },
    { ...asAdmin, arrange: settings.arrange },
  );
});

test('shows that settings could not be loaded, and retries on demand', () =>
  withPage(
    async (page) => {
      await page.getByText('The settings could not be loaded', { exact: true }).waitFor();
      await page.unroute(SETTINGS_CALL);
      await page.getByRole('button', { name: 'Try again' }).click();
      await findSection(page, 'Models').waitFor();
    },
    {
      ...asAdmin,
      arrange: (page) => answerWith(page, SETTINGS_CALL, { status: 503 }),
      expectedErrors: [/503/],
    },
  ));

describe('an invalid value', () => {
  const hasError = async (page: Page, message: string) => {
    await page.getByText(message, { exact: true }).waitFor();
  };

  test.each(['5 dollars', '-1', '1000001', ''])('of a budget stays unsaved: %j', (dollars) =>
    withPage(async (page) => {
      await choose(page, 'Monthly limit', 'Limit');
      const field = page.getByLabel('Dollars per month');
      await field.fill(dollars);
      await findSave(page, 'Budget').click();
      await hasError(page, 'Enter an amount from $0 to $1,000,000');
      expect(await hasFocus(field)).toBe(true);
      expect((await readStudioSettings()).budget.settings).toBeNull();
    }, asAdmin),
  );

  test.each(['free', '-1', '10.01', ''])('of a price stays unsaved: %j', (price) =>
    withPage(async (page) => {
      await page.getByRole('button', { name: 'Add price' }).click();
      const field = findPrice(page, 1).getByRole('textbox', { name: 'Price' });
      await field.fill(price);
      await findSave(page, 'Prices').click();
      await hasError(page, 'Enter a price from $0 to $10');
      expect(await hasFocus(field)).toBe(true);
      expect((await readStudioSettings()).pricing.settings).toBeNull();
    }, asAdmin),
  );

  test('of a duplicate price is shown at the second one', () =>
    withPage(async (page) => {
      for (const number of [1, 2]) {
        await page.getByRole('button', { name: 'Add price' }).click();
        await findPrice(page, number).getByRole('textbox', { name: 'Price' }).fill('1');
      }
      await findSave(page, 'Prices').click();
      await findPrice(page, 2).getByText('There is already a price for these options').waitFor();
      expect((await readStudioSettings()).pricing.settings).toBeNull();
    }, asAdmin));

  test('of a collapsed model is shown', () =>
    withPage(async (page) => {
      const model = await openModel(page, 'grok');
      await model.getByLabel('Output').fill('30');
      await model.locator('summary').click();
      await findSave(page, 'Models').click();
      // A model without default token prices needs all of them.
      const field = model.getByLabel('Text input');
      await field.waitFor();
      await eventually(() => hasFocus(field)).toBe(true);
      expect(await model.getByText('Enter a price from $0 to $1,000', { exact: true }).count()).toBe(2);
      expect((await readStudioSettings()).models.settings).toBeNull();
    }, asAdmin));
});

test("rejects a save that conflicts with another admin's, with a message", () =>
  withPage(
    async (page) => {
      await choose(page, 'Monthly limit', 'Limit');
      await page.getByLabel('Dollars per month').fill('5');
      await saveSettings('budget', { settings: { monthlyDollars: 500 }, version: null });
      await findSave(page, 'Budget').click();
      const budget = findSection(page, 'Budget');
      await budget.getByText('Another admin changed these settings. Your changes are not saved.').waitFor();
      expect(await page.getByLabel('Dollars per month').inputValue()).toBe('5');
      expect(await findSave(page, 'Budget').isDisabled()).toBe(true);
      expect((await readStudioSettings()).budget.settings).toEqual({ monthlyDollars: 500 });
      await budget.getByRole('button', { name: 'Load their version' }).click();
      await eventually(() => page.getByLabel('Dollars per month').inputValue()).toBe('500');
      await page.getByLabel('Dollars per month').fill('600');
      await findSave(page, 'Budget').click();
      await toast(page, 'Budget saved').waitFor();
      expect((await readStudioSettings()).budget.settings).toEqual({ monthlyDollars: 600 });
    },
    { ...asAdmin, expectedErrors: [/409/] },
  ));

test('keeps the changes when a save fails', () =>
  withPage(
    async (page) => {
      await choose(page, 'Stylizer', 'Google');
      await findSave(page, 'Tools').click();
      await toast(page, GENERIC_FAILURE).waitFor();
      await page.unroute(`${SETTINGS_CALL}/tools`);
      await findSave(page, 'Tools').click();
      await toast(page, 'Tools saved').waitFor();
      expect((await readStudioSettings()).tools.settings).toEqual({ stylizerProvider: 'google' });
    },
    {
      ...asAdmin,
      arrange: (page) => answerWith(page, `${SETTINGS_CALL}/tools`, { status: 500 }),
      expectedErrors: [/500/],
    },
  ));

test('asks before unsaved changes are left', () =>
  withPage(async (page) => {
    await choose(page, 'Stylizer', 'Google');
    await page.getByRole('button', { name: 'Add price' }).click();
    const leave = () => page.getByRole('link', { name: 'Storage Cleanup' }).click();
    await leave();
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await dialog.getByText('Unsaved changes: Tools, Prices.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe(SETTINGS_PAGE);
    for (const title of ['Tools', 'Prices'] as const)
      await findSection(page, title).getByRole('button', { name: 'Discard' }).click();
    expect(await page.getByRole('radiogroup', { name: 'Stylizer' }).getByLabel('Default').isChecked()).toBe(
      true,
    );
    await choose(page, 'Stylizer', 'Google');
    await leave();
    await dialog.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { name: 'Storage Cleanup Management' }).waitFor();
    await page.goBack();
    await findSection(page, 'Tools').waitFor();
    await leave();
    await page.getByRole('heading', { name: 'Storage Cleanup Management' }).waitFor();
  }, asAdmin));

test('Back asks before unsaved changes are lost; closing a dialog keeps them', () =>
  withPage(
    async (page) => {
      await page.getByRole('link', { name: 'Settings' }).click();
      await choose(page, 'Stylizer', 'Google');
      await page.goBack();
      const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(new URL(page.url()).pathname).toBe(SETTINGS_PAGE);
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Go to' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('combobox', { name: 'Go to' }).waitFor({ state: 'detached' });
      expect(await page.getByRole('radiogroup', { name: 'Stylizer' }).getByLabel('Google').isChecked()).toBe(
        true,
      );
      await page.goBack();
      await dialog.getByRole('button', { name: 'Leave' }).click();
      await page.getByRole('heading', { name: 'User Directory' }).waitFor();
    },
    { as: 'admin', path: '/admin/user-directory' },
  ));

describe('an unusable value', () => {
  test.each([
    ['/admin/api', 'API Management'],
    ['/admin/user-directory', 'User Directory'],
    ['/admin/cloudinary', 'Storage Cleanup Management'],
  ])('is shown on %s, with a link to the settings', async (path, title) => {
    await writeSettings('budget', { monthlyDollars: '5' });
    await withPage(
      async (page) => {
        await page.getByRole('heading', { name: title, level: 1 }).waitFor();
        const banner = findBanner(page);
        await banner
          .getByText(
            'settings/budget, monthlyDollars: Enter an amount from $0 to $1,000,000. Using the default: no limit.',
          )
          .waitFor();
        await banner.getByRole('link', { name: 'Open settings' }).click();
        await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
      },
      { as: 'admin', path },
    );
  });

  test('disappears after its section is saved', async () => {
    await writeSettings('models', { models: { imagen3: { price: '5' }, grok: { price: 0.05 } } });
    await withPage(async (page) => {
      await findBanner(page)
        .getByText(/^settings\/models, models\.imagen3\.price: /)
        .waitFor();
      await findSection(page, 'Models').getByText('Save to remove invalid values.').waitFor();
      expect(await findSave(page, 'Budget').count()).toBe(0);
      await findSave(page, 'Models').click();
      await findBanner(page).waitFor({ state: 'detached' });
      expect((await readStudioSettings()).models.settings).toEqual({ models: { grok: { price: 0.05 } } });
    }, asAdmin);
  });

  test('shows the first five and counts the others', () =>
    withPage(
      async (page) => {
        await findBanner(page).getByText('2 more', { exact: true }).waitFor();
        expect(await findBanner(page).getByRole('listitem').count()).toBe(6);
      },
      {
        ...asAdmin,
        arrange: (page) =>
          answerWithProblems(
            page,
            Array.from({ length: 7 }, (_, index) =>
              createProblem({
                document: 'pricing',
                field: `models.${index}.price`,
                fallback: 'ignored',
                value: null,
              }),
            ),
          ),
      },
    ));
});

const answerWithProblems = async (page: Page, problems: SettingsProblem[]) => {
  const settings: StudioSettings = { ...(await readStudioSettings()), problems };
  return answerWith(page, SETTINGS_CALL, { json: settings });
};
