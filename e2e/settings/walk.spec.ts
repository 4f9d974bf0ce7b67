import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { toast } from '../support/directory.ts';
import { eventually } from '../support/generator-page.ts';
import {
  choose,
  findPrice,
  findSave,
  findSection,
  openModel,
  SETTINGS_PAGE,
  type SectionTitle,
} from './settings-page.ts';
import { readStudioSettings, resetSettings, saveSettings } from '../support/settings.ts';
import { waitForCaches } from '../support/wait-for-caches.ts';

beforeEach(resetSettings);
afterAll(async () => {
  await resetSettings();
  await waitForCaches();
});

async function save(page: Page, title: SectionTitle): Promise<void> {
  await findSave(page, title).click();
  await toast(page, `${title} saved`).waitFor();
  await findSave(page, title).waitFor({ state: 'detached' });
}

test("the side panel leads to settings that follow another admin's changes", () =>
  withPage(
    async (page) => {
      await page.getByRole('complementary').getByRole('link', { name: 'Settings', exact: true }).click();
      await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
      expect(new URL(page.url()).pathname).toBe(SETTINGS_PAGE);
      await setBudgets(page);
      await setPrices(page);

      const { budget } = await readStudioSettings();
      await saveSettings('budget', { settings: { monthlyDollars: 77 }, version: budget.version });
      // The page refetches when the tab becomes visible.
      const limit = page.getByLabel('Dollars per month');
      await eventually(async () => {
        await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
        return (await limit.count()) === 0 ? undefined : limit.inputValue();
      }).toBe('77');
      expect(await findSave(page, 'Budget').count()).toBe(0);
    },
    { as: 'admin', path: '/admin' },
  ));

/** Sets and removes a budget, and returns to the default. */
async function setBudgets(page: Page): Promise<void> {
  await findSection(page, 'Budget').getByText('Default: no limit.', { exact: true }).waitFor();
  expect(await findSave(page, 'Budget').count()).toBe(0);
  for (const [choice, dollars, saved] of [
    ['Limit', '120.5', { monthlyDollars: 120.5 }],
    ['No limit', undefined, { monthlyDollars: null }],
    ['Default', undefined, null],
  ] as const) {
    await choose(page, 'Monthly limit', choice);
    if (dollars !== undefined) await page.getByLabel('Dollars per month').fill(dollars);
    await save(page, 'Budget');
    expect((await readStudioSettings()).budget.settings).toEqual(saved);
  }
}

/** Adds prices beside the defaults, and removes them. */
async function setPrices(page: Page): Promise<void> {
  const section = findSection(page, 'Prices');
  await section.getByText('All images use default prices.', { exact: true }).waitFor();
  await section.getByRole('button', { name: 'Add price' }).click();
  const first = findPrice(page, 1);
  await first.getByText('$0.011 – $0.25', { exact: true }).waitFor();
  await first.getByLabel('Quality').selectOption('high');
  await first.getByLabel('Aspect ratio').selectOption('3:2');
  await first.getByText('$0.25', { exact: true }).waitFor();
  await first.getByRole('textbox', { name: 'Price' }).fill('0.4');
  await section.getByRole('button', { name: 'Add price' }).click();
  const second = findPrice(page, 2);
  await second.getByLabel('Quality').selectOption('low');
  // The other model has no quality, so the selection is dropped.
  await second.getByLabel('Model').selectOption('imagen4');
  await second.getByLabel('Version').selectOption('ultra');
  await second.getByText('$0.06', { exact: true }).waitFor();
  await second.getByRole('textbox', { name: 'Price' }).fill('0.09');
  await save(page, 'Prices');
  expect((await readStudioSettings()).pricing.settings).toEqual({
    models: [
      { provider: 'openai', model: 'gpt-image-1', quality: 'high', aspectRatio: '3:2', price: 0.4 },
      { provider: 'google', model: 'imagen4', version: 'ultra', price: 0.09 },
    ],
  });
  await section.getByRole('button', { name: 'Remove price 1' }).click();
  expect(await findPrice(page, 1).getByLabel('Model').inputValue()).toBe('imagen4');
  await save(page, 'Prices');
  await section.getByRole('button', { name: 'Remove price 1' }).click();
  await save(page, 'Prices');
  expect((await readStudioSettings()).pricing.settings).toBeNull();
}

test('keeps tools and models across a reload, and resets them', () =>
  withPage(
    async (page) => {
      await choose(page, 'Upscale & Enhancement', 'Cloudinary');
      await choose(page, 'Keyword Generator', 'Google');
      await save(page, 'Tools');
      const model = await openModel(page, 'imagen3');
      const upstream = model.getByLabel('Model ID at the provider');
      expect(await upstream.getAttribute('placeholder')).toBe('gemini-nano-banana-2.1');
      await upstream.fill('imagen-5');
      await model.getByLabel('Retires on').fill('2027-01-31');
      await model.getByLabel('Output').fill('20');
      await save(page, 'Models');
      await model.getByText('Changed', { exact: true }).waitFor();
      const { tools, models } = await readStudioSettings();
      expect(tools.settings).toEqual({ upscaleEngine: 'cloudinary', keywordProvider: 'google' });
      // Token prices are saved together.
      expect(models.settings).toEqual({
        models: {
          imagen3: {
            upstreamModel: 'imagen-5',
            retiresOn: '2027-01-31',
            tokenPrices: { textInput: 1.5, imageInput: 1.5, output: 20, thinking: 7.5 },
          },
        },
      });

      await page.reload();
      const isChosen = (setting: string, value: string) =>
        page
          .getByRole('radiogroup', { name: setting })
          .getByRole('radio', { name: value, exact: true })
          .isChecked();
      await page.getByRole('radiogroup', { name: 'Upscale & Enhancement' }).waitFor();
      expect(await isChosen('Upscale & Enhancement', 'Cloudinary')).toBe(true);
      expect(await isChosen('Stylizer', 'Default')).toBe(true);
      expect(await isChosen('Keyword Generator', 'Google')).toBe(true);
      for (const setting of ['Upscale & Enhancement', 'Keyword Generator'])
        await choose(page, setting, 'Default');
      await save(page, 'Tools');
      expect((await readStudioSettings()).tools.settings).toBeNull();

      const reloaded = await openModel(page, 'imagen3');
      expect(await reloaded.getByLabel('Output').inputValue()).toBe('20');
      expect(await reloaded.getByLabel('Text input').inputValue()).toBe('');
      await reloaded.getByRole('button', { name: 'Reset to default' }).click();
      await save(page, 'Models');
      expect((await readStudioSettings()).models.settings).toBeNull();
    },
    { as: 'admin', path: SETTINGS_PAGE },
  ));

test('changes the studio’s own agency profile, and refuses what cannot be', () =>
  withPage(
    async (page) => {
      const section = findSection(page, 'Own profile');
      await section.getByLabel('Name', { exact: true }).fill('Wall & Co');
      await section.getByLabel('Minimum megapixels').fill('a lot');
      const columns = section.getByLabel('Columns of the CSV');
      await columns.fill('= title');
      await findSave(page, 'Own profile').click();
      await section.getByText('Enter a number', { exact: true }).waitFor();
      await section.getByText('Enter a header', { exact: true }).waitFor();
      await section.getByLabel('Minimum megapixels').fill('2.5');
      await section.getByLabel('Maximum file size in MB').fill('12');
      await choose(page, 'Accepts AI pictures', 'No');
      await columns.fill('File = file name\nText = description\nGroup = category\nRights = ours');
      await save(page, 'Own profile');
      const { settings, default: fallback } = (await readStudioSettings()).agencies;
      expect(settings?.own).toEqual({
        ...fallback.own,
        name: 'Wall & Co',
        acceptsAi: false,
        minMegapixels: 2.5,
        maxBytes: 12_000_000,
        categories: 'adobe-stock',
        csv: {
          ...fallback.own.csv,
          columns: [
            { header: 'File', value: 'fileName' },
            { header: 'Text', value: 'description' },
            { header: 'Group', value: 'category' },
            { header: 'Rights', value: 'constant', text: 'ours' },
          ],
        },
      });
    },
    { as: 'admin', path: SETTINGS_PAGE },
  ));
