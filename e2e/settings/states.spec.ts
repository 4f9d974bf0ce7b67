import type { StudioSettings } from '@portal/contracts/studio-settings';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeEach, expect, test } from 'vitest';
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
  type SectionTitle,
} from './settings-page.ts';
import { readStudioSettings, resetSettings, saveSettings, writeSettings } from '../support/settings.ts';
import { waitForCaches } from '../support/wait-for-caches.ts';

const asAdmin = { as: 'admin', path: SETTINGS_PAGE } as const;

beforeEach(resetSettings);
afterAll(async () => {
  await resetSettings();
  await waitForCaches();
});

const findDiscard = (page: Page, title: SectionTitle) =>
  findSection(page, title).getByRole('button', { name: 'Discard' });

test('shows skeletons, then an error with a retry, then the first five problems', async () => {
  const settings = hold(SETTINGS_CALL);
  const problems = Array.from({ length: 7 }, (_, index) =>
    createProblem({
      document: 'pricing',
      field: `models.${index}.price`,
      fallback: 'ignored',
      value: null,
    }),
  );
  const answer: StudioSettings = { ...(await readStudioSettings()), problems };
  await withPage(
    async (page) => {
      const loading = page.getByRole('status', { name: 'Loading settings' });
      await loading.waitFor();
      settings.release();
      await page.getByText('The settings could not be loaded', { exact: true }).waitFor();
      expect(await loading.count()).toBe(0);

      await answerWith(page, SETTINGS_CALL, { json: answer });
      await page.getByRole('button', { name: 'Try again' }).click();
      await findSection(page, 'Models').waitFor();
      expect(await loading.count()).toBe(0);
      await findBanner(page).getByText('2 more', { exact: true }).waitFor();
      expect(await findBanner(page).getByRole('listitem').count()).toBe(6);
    },
    {
      ...asAdmin,
      arrange: async (page) => {
        await answerWith(page, SETTINGS_CALL, { status: 503 });
        await settings.arrange(page);
      },
      expectedErrors: [/503/],
    },
  );
});

test('keeps each invalid value unsaved and shows its error', () =>
  withPage(async (page) => {
    const expectError = async (title: SectionTitle, field: Locator, value: string, text: string) => {
      const error = page.getByText(text, { exact: true });
      await field.fill(value);
      expect(await error.count(), value).toBe(0);
      await findSave(page, title).click();
      await eventually(() => error.count(), value).toBe(1);
      expect(await hasFocus(field), value).toBe(true);
      await findDiscard(page, title).click();
      await findSave(page, title).waitFor({ state: 'detached' });
    };
    for (const dollars of ['5 dollars', '-1', '1000001', '']) {
      await choose(page, 'Monthly limit', 'Limit');
      const field = page.getByLabel('Dollars per month');
      await expectError('Budget', field, dollars, 'Enter an amount from $0 to $1,000,000');
    }
    const addPrice = page.getByRole('button', { name: 'Add price' });
    const findAmount = (number: number) => findPrice(page, number).getByRole('textbox', { name: 'Price' });
    for (const price of ['free', '-1', '10.01', '']) {
      await addPrice.click();
      await expectError('Prices', findAmount(1), price, 'Enter a price from $0 to $10');
    }

    for (const number of [1, 2]) {
      await addPrice.click();
      await findAmount(number).fill('1');
    }
    await findSave(page, 'Prices').click();
    await findPrice(page, 2).getByText('There is already a price for these options').waitFor();

    // The error of a collapsed model opens it.
    const model = await openModel(page, 'grok');
    await model.getByLabel('Output').fill('30');
    await model.locator('summary').click();
    await findSave(page, 'Models').click();
    // A model without default token prices needs all of them.
    const field = model.getByLabel('Text input');
    await field.waitFor();
    await eventually(() => hasFocus(field)).toBe(true);
    expect(await model.getByText('Enter a price from $0 to $1,000', { exact: true }).count()).toBe(2);

    const { budget, pricing, models } = await readStudioSettings();
    expect([budget.settings, pricing.settings, models.settings]).toEqual([null, null, null]);
  }, asAdmin));

test("keeps the changes when a save fails or conflicts with another admin's", () =>
  withPage(
    async (page) => {
      await choose(page, 'Stylizer', 'Google');
      await findSave(page, 'Tools').click();
      await toast(page, GENERIC_FAILURE).waitFor();
      await page.unroute(`${SETTINGS_CALL}/tools`);
      await findSave(page, 'Tools').click();
      await toast(page, 'Tools saved').waitFor();
      expect((await readStudioSettings()).tools.settings).toEqual({ stylizerProvider: 'google' });

      await choose(page, 'Monthly limit', 'Limit');
      const dollars = page.getByLabel('Dollars per month');
      await dollars.fill('5');
      await saveSettings('budget', { settings: { monthlyDollars: 500 }, version: null });
      await findSave(page, 'Budget').click();
      const budget = findSection(page, 'Budget');
      await budget.getByText('Another admin changed these settings. Your changes are not saved.').waitFor();
      expect(await dollars.inputValue()).toBe('5');
      expect(await findSave(page, 'Budget').isDisabled()).toBe(true);
      expect((await readStudioSettings()).budget.settings).toEqual({ monthlyDollars: 500 });
      await budget.getByRole('button', { name: 'Load their version' }).click();
      await eventually(() => dollars.inputValue()).toBe('500');
      await dollars.fill('600');
      await findSave(page, 'Budget').click();
      await toast(page, 'Budget saved').waitFor();
      expect((await readStudioSettings()).budget.settings).toEqual({ monthlyDollars: 600 });
    },
    {
      ...asAdmin,
      arrange: (page) => answerWith(page, `${SETTINGS_CALL}/tools`, { status: 500 }),
      expectedErrors: [/500/, /409/],
    },
  ));

test('asks before a link or Back loses changes; closing a dialog keeps them', () =>
  withPage(
    async (page) => {
      const openSettings = () => page.getByRole('link', { name: 'Settings' }).click();
      const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
      const isChosen = (value: string) =>
        page.getByRole('radiogroup', { name: 'Stylizer' }).getByLabel(value).isChecked();
      const stay = async () => {
        await dialog.getByRole('button', { name: 'Cancel' }).click();
        await dialog.waitFor({ state: 'detached' });
        expect(new URL(page.url()).pathname).toBe(SETTINGS_PAGE);
      };
      await openSettings();
      await choose(page, 'Stylizer', 'Google');
      await page.goBack();
      await stay();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Go to' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('combobox', { name: 'Go to' }).waitFor({ state: 'detached' });
      expect(await isChosen('Google')).toBe(true);
      await page.goBack();
      await dialog.getByRole('button', { name: 'Leave' }).click();
      await page.getByRole('heading', { name: 'User Directory' }).waitFor();

      await openSettings();
      await choose(page, 'Stylizer', 'Google');
      await page.getByRole('button', { name: 'Add price' }).click();
      const leave = () => page.getByRole('link', { name: 'Storage Cleanup' }).click();
      const hasLeft = () => page.getByRole('heading', { name: 'Storage Cleanup Management' }).waitFor();
      await leave();
      await dialog.getByText('Unsaved changes: Tools, Prices.').waitFor();
      await stay();
      for (const title of ['Tools', 'Prices'] as const) await findDiscard(page, title).click();
      expect(await isChosen('Default')).toBe(true);
      await choose(page, 'Stylizer', 'Google');
      await leave();
      await dialog.getByRole('button', { name: 'Leave' }).click();
      await hasLeft();
      await page.goBack();
      await findSection(page, 'Tools').waitFor();
      await leave();
      await hasLeft();
    },
    { as: 'admin', path: '/admin/user-directory' },
  ));

test('shows unusable values on every admin page until their sections are saved', async () => {
  await writeSettings('budget', { monthlyDollars: '5' });
  await writeSettings('models', { models: { imagen3: { price: '5' }, grok: { price: 0.05 } } });
  await withPage(
    async (page) => {
      const banner = findBanner(page);
      const budgetProblem = banner.getByText(
        'settings/budget, monthlyDollars: Enter an amount from $0 to $1,000,000. Using the default: no limit.',
      );
      const modelProblem = banner.getByText(/^settings\/models, models\.imagen3\.price: /);
      for (const [link, title] of [
        [undefined, 'API Management'],
        ['User Directory', 'User Directory'],
        ['Storage Cleanup', 'Storage Cleanup Management'],
      ] as const) {
        if (link !== undefined) await page.getByRole('link', { name: link }).click();
        await page.getByRole('heading', { name: title, level: 1 }).waitFor();
        await budgetProblem.waitFor();
        await banner.getByRole('link', { name: 'Open settings' }).click();
        await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
      }
      await modelProblem.waitFor();
      await findSection(page, 'Models').getByText('Save to remove invalid values.').waitFor();
      expect(await findSave(page, 'Tools').count()).toBe(0);
      await findSave(page, 'Models').click();
      await modelProblem.waitFor({ state: 'detached' });
      expect(await budgetProblem.count()).toBe(1);
      expect((await readStudioSettings()).models.settings).toEqual({ models: { grok: { price: 0.05 } } });
      await findSave(page, 'Budget').click();
      await banner.waitFor({ state: 'detached' });
    },
    { as: 'admin', path: '/admin/api' },
  );
});
