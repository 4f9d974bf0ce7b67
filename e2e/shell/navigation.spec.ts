import type { LibraryBatch } from '@portal/contracts/library';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { eventually } from '../support/generator-page.ts';
import { DESKTOP, PHONE } from '../support/launch-browser.ts';
import { answerWith, hold } from '../support/routes.ts';

const openMenu = (page: Page, email: string) =>
  page.getByRole('button', { name: email, exact: true }).click();
const rail = (page: Page) => page.getByRole('navigation', { name: 'Tools and Library' });
const measureEdge = async (page: Page) => (await page.getByRole('heading', { level: 1 }).boundingBox())?.x;

const batch = {
  id: 'running',
  tool: 'upscale',
  name: 'Red fox',
  prompt: null,
  provider: null,
  model: null,
  status: 'processing',
  createdAt: new Date().toISOString(),
  expiresAt: new Date(Date.now() + 60 * 60 * 1000).toISOString(),
  endedAt: null,
  cancelledAt: null,
  filesDeleted: false,
  total: 4,
  doneCount: 1,
  failedCount: 0,
  cost: 0,
  estimate: 0,
  pictures: [],
} satisfies LibraryBatch;

test('pages stay in place beside a rail, which stays narrow and is a bar on a phone', () =>
  withPage(
    async (page) => {
      const findTitle = (name: string) => page.getByRole('heading', { name, level: 1 });
      await findTitle('Welcome to the product').waitFor();
      const edge = await measureEdge(page);
      for (const name of ['Keyword Generator', 'Upscale & Enhancement']) {
        await rail(page).getByRole('link').filter({ hasText: name }).click();
        await findTitle(name).waitFor();
        expect(await measureEdge(page), name).toBe(edge);
      }
      await rail(page).getByRole('button', { name: 'Collapse navigation' }).click();
      await expectNarrow(page);
      await chooseLight(page);
      await page.reload();
      await expectNarrow(page);
      expect(await readScheme(page)).toBe('light');
      expect(await (await openThemes(page)).getByRole('radio', { name: 'Light' }).isChecked()).toBe(true);
      await closePreferences(page);

      await page.setViewportSize(PHONE);
      await rail(page).getByRole('img', { name: '2 running' }).waitFor();
      await eventually(() => rail(page).getByRole('link').allInnerTexts()).toEqual([
        'Generate',
        'Upscale\n2',
        'Keywords',
        'Stylizer',
        'Jobs',
        'Library',
      ]);
      const { y = 0, height = 0 } = (await rail(page).boundingBox()) ?? {};
      expect(y + height).toBe(PHONE.height);
      const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
      expect(scrollWidth).toBe(clientWidth);
    },
    {
      as: 'admin',
      viewport: { width: 1600, height: 900 },
      colorScheme: 'dark',
      arrange: (page) =>
        answerWith(page, '/api/library', {
          json: { batches: [batch, { ...batch, id: 'queued', status: 'pending' }], next: null },
        }),
    },
  ));

async function expectNarrow(page: Page): Promise<void> {
  await rail(page).getByRole('button', { name: 'Expand navigation' }).waitFor();
  await expect.poll(async () => (await rail(page).boundingBox())?.width).toBeLessThan(80);
  await rail(page).getByRole('link', { name: 'Generate', exact: true }).waitFor();
}

const readScheme = (page: Page) => page.locator('html').getAttribute('data-scheme');

const findPreferences = (page: Page) => page.getByRole('dialog', { name: 'Preferences' });

async function openThemes(page: Page) {
  await openMenu(page, 'admin@studio.example');
  await page.getByRole('button', { name: 'Preferences' }).click();
  return findPreferences(page).getByRole('radiogroup', { name: 'Theme' });
}

async function closePreferences(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await findPreferences(page).waitFor({ state: 'detached' });
}

/** The system is dark. */
async function chooseLight(page: Page): Promise<void> {
  expect(await readScheme(page)).toBe('dark');
  await (await openThemes(page)).getByRole('radio', { name: 'Light' }).check({ force: true });
  expect(await readScheme(page)).toBe('light');
  await closePreferences(page);
}

test.each([
  { viewport: DESKTOP, path: '/', heading: 'Welcome to the product' },
  { viewport: PHONE, path: '/tools/bulk-image-generator', heading: 'Bulk Image Generator' },
])('shows the frame of $path before any script, in the chosen colors and at its place', (options) => {
  const scripts = hold('**/assets/*.js');
  return withPage(
    async (page) => {
      const heading = page.getByRole('heading', { name: options.heading });
      await heading.waitFor();
      await page.evaluate(() => localStorage.setItem('mui-mode', 'dark'));
      await scripts.arrange(page);
      await page.reload({ waitUntil: 'commit' });
      await page.getByRole('status').filter({ hasText: 'Loading...' }).waitFor();
      // Only what is loading is announced, and nothing of the user shows.
      expect(await heading.count()).toBe(0);
      const before = await describeFrame(page);
      expect(before.text).toMatch(new RegExp(`^${options.heading}\\s[^@]+Loading\\.\\.\\.$`));
      expect(before.colors).toEqual(['rgb(15, 18, 18)', 'rgb(236, 238, 238)']);
      scripts.release();
      await heading.waitFor();
      expect(await page.locator('#first-page').count()).toBe(0);
      expect(await describeFrame(page)).toMatchObject({ places: before.places, colors: before.colors });
    },
    { as: 'artist', ...options },
  );
});

/** What the page says, the places of its bars and heading, and its colors. */
const describeFrame = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.load('600 28px "Geist Variable"');
    const { backgroundColor, color } = getComputedStyle(document.body);
    const parts = document.querySelectorAll('.shell-header, .rail, .page-title, .page-subtitle');
    return {
      text: document.body.innerText,
      places: [...parts].map((part) => JSON.stringify(part.getBoundingClientRect())),
      colors: [backgroundColor, color],
    };
  });
