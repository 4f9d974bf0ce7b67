import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';

const GRIDS = ['Bulk Image Generator', 'Upscale & Enhancement', 'Keyword Generator', 'Stylizer', 'Library'];
const ADMIN_PAGES = ['User Directory', 'Failed Work', 'Spend', 'Settings'];
const WIDE = 2560;
/** With 24 px at each side. */
const READABLE = 1088;

async function open(page: Page, title: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: title, exact: true }).click();
  await page.getByRole('heading', { name: title, level: 1, exact: true }).waitFor();
}

const measure = (page: Page) =>
  page.getByRole('main').evaluate((main) => ({
    right: main.getBoundingClientRect().right,
    width: main.getBoundingClientRect().width,
    titleLeft: main.querySelector('h1')?.getBoundingClientRect().left,
  }));

test('pages with a grid fill a wide window, all others are as wide as they read well', () =>
  withPage(
    async (page) => {
      await page.getByRole('heading', { level: 1 }).waitFor();
      const { right, titleLeft } = await measure(page);
      expect(right).toBe(WIDE);
      for (const title of GRIDS) {
        await open(page, title);
        expect(await measure(page), title).toMatchObject({ right: WIDE, titleLeft });
      }
      await open(page, 'Jobs');
      expect(await measure(page)).toMatchObject({ width: READABLE, titleLeft });
      await page.getByRole('link', { name: 'Admin', exact: true }).click();
      for (const title of ADMIN_PAGES) {
        await open(page, title);
        expect(await measure(page), title).toMatchObject({ width: READABLE });
      }
    },
    { as: 'admin', viewport: { width: WIDE, height: 1300 } },
  ));
